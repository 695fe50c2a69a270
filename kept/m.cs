using System.Runtime.CompilerServices;
static class M {
 static object sink; static bool inside;
 class A { static A(){ throw new Exception("A"); } public static int X=1; }
 class B { static B(){ try{ sink=A.X; } catch(Exception e){ throw new Exception("B",e); } } public static int X=1; }
 class D { static D(){ try{ sink=A.X; } finally { sink=null; } } public static int X=1; }
 class E1 { static E1(){ try{ sink=D.X; } catch(Exception e){ throw new Exception("E",e); } } public static int X=1; }
 [MethodImpl(MethodImplOptions.NoInlining)] static void T(){ throw new InvalidOperationException("t"); }
 static void Fc(bool thr,bool col){ AppDomain.CurrentDomain.FirstChanceException+=(s,e)=>{ if(inside) return; inside=true; if(col) GC.Collect(0); if(thr) try{ throw new ArgumentException(); } catch(ArgumentException){} inside=false; }; }
 static int Main(string[] a){ switch(a[0]){
  case "fcnone": Fc(false,false); try{ T(); }catch(InvalidOperationException){} break;
  case "fc": Fc(true,false); try{ T(); }catch(InvalidOperationException){} break;
  case "fc3": Fc(true,false); for(int i=0;i<3;i++) try{ T(); }catch(InvalidOperationException){} GC.Collect(0); break;
  case "fcfin": Fc(true,false); try{ try{ T(); } finally { sink=1; } }catch(InvalidOperationException){} break;
  case "fcgc": Fc(true,true); try{ T(); }catch(InvalidOperationException){} break;
  case "a": try{ sink=A.X; }catch(TypeInitializationException){} break;
  case "a2": for(int i=0;i<2;i++) try{ sink=A.X; }catch(TypeInitializationException){} break;
  case "b": try{ sink=B.X; }catch(TypeInitializationException){} break;
  case "b2": for(int i=0;i<2;i++) try{ sink=B.X; }catch(TypeInitializationException){} break;
  case "d": try{ sink=D.X; }catch(TypeInitializationException){} break;
  case "e": try{ sink=E1.X; }catch(TypeInitializationException){} break;
  case "ethen": try{ sink=E1.X; }catch(TypeInitializationException){ GC.Collect(0);} try{ T(); }catch{} GC.Collect(0); break;
  case "gf": for(int i=0;i<2;i++){ try{ sink=Gen<string>.O; }catch(TypeInitializationException){} try{ sink=Gen<int>.O; }catch(TypeInitializationException) when(F0()){} } break;
  case "gf1": try{ sink=Gen<int>.O; }catch(TypeInitializationException) when(F0()){} break;
  case "tf": try{ T(); }catch(InvalidOperationException) when(F1()){} break;
  case "thr": { var ts=new Thread[4]; for(int i=0;i<4;i++){ ts[i]=new Thread(()=>{ try{ sink=A.X; }catch(Exception){} }); ts[i].Start(); } foreach(var t in ts) t.Join(); } break;
  case "thr2": { var ts=new Thread[4]; for(int i=0;i<4;i++){ ts[i]=new Thread(()=>{ try{ sink=E1.X; }catch(Exception){ GC.Collect(0);} try{ sink=B.X; }catch(Exception){ GC.Collect(0);} }); ts[i].Start(); } foreach(var t in ts) t.Join(); } break;
 } return 0; }
 class Gen<T>{ static Gen(){ throw new Exception(typeof(T).Name);} public static object O=1; }
 static bool F0(){ try{ sink=Gen<long>.O; }catch{} return true; }
 static bool F1(){ try{ sink=A.X; }catch{} return true; }
}
