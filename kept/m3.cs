using System.Runtime.CompilerServices; using System.Reflection;
class R { public R(){ try{ M.T(); } catch(InvalidOperationException){ throw; } } }
static class M {
 static object sink; static bool inside; delegate void DD();
 class A { static A(){ throw new Exception("A"); } public static int X=1; }
 [MethodImpl(MethodImplOptions.NoInlining)] public static void T(){ throw new InvalidOperationException("t"); }
 public static void RR(){ try{ T(); } catch(InvalidOperationException){ throw; } }
 static void Fc(Action h){ AppDomain.CurrentDomain.FirstChanceException+=(s,e)=>{ if(inside) return; inside=true; h(); inside=false; }; }
 static void Main(string[] a){ switch(a[0]){
  case "mainrethrow": RR(); break;
  case "mainrethrow2": try{ T(); } catch(InvalidOperationException){ throw; } break;
  case "actrethrow": try{ Activator.CreateInstance(typeof(R)); }catch(Exception){} break;
  case "actrethrowgen": try{ Activator.CreateInstance<R>(); }catch(Exception){} break;
  case "dyn": try{ new DD(RR).DynamicInvoke(); }catch(Exception){} break;
  case "threadrethrow": { var t=new Thread(RR); t.Start(); t.Join(); break; }
  case "fccctor": Fc(()=>{ try{ sink=A.X; }catch{} }); try{ T(); }catch{} break;
  case "fcinvoke": Fc(()=>{ try{ T(); }catch{} }); try{ typeof(M).GetMethod("T").Invoke(null,null); }catch{} break;
  case "fccctorout": Fc(()=>{ try{ T(); }catch{} }); try{ sink=A.X; }catch{} break;
  case "unhandledfc": Fc(()=>{ try{ T(); }catch{} }); T(); break;
  case "unhev": AppDomain.CurrentDomain.UnhandledException+=(s,e)=>{ try{ T(); }catch{} GC.Collect(0); }; T(); break;
  case "edi": try{ var e=new Exception("x"); System.Runtime.ExceptionServices.ExceptionDispatchInfo.SetCurrentStackTrace(e); throw e; } catch(Exception x){ try{ System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(x);}catch{} } break;
  case "taskrethrow": try{ Task.Run(RR).Wait(); }catch{} break;
  case "timerthrow": { var t=new Timer(_=>{ try{ RR(); }catch{} },null,1,0); Thread.Sleep(100); break; }
 } } }
