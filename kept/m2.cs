using System.Runtime.CompilerServices; using System.Reflection;
static class M {
 static object sink;
 class A { static A(){ throw new Exception("A"); } public static int X=1; }
 class A2 { static A2(){ throw new Exception("A"); } public static int X=1; }
 class B { static B(){ try{ T(); } catch(InvalidOperationException){ throw new Exception("B"); } } public static int X=1; }
 class BR { static BR(){ try{ T(); } catch(InvalidOperationException){ throw; } } public static int X=1; }
 class BF { static BF(){ try{ T(); } finally { F(); } static void F()=>throw new Exception("fin"); } public static int X=1; }
 class BC { static BC(){ try{ T(); } catch(InvalidOperationException){ U(); } static void U()=>throw new Exception("u"); } public static int X=1; }
 [MethodImpl(MethodImplOptions.NoInlining)] static void T(){ throw new InvalidOperationException("t"); }
 public static void RB(){ try{ T(); } catch(InvalidOperationException){ throw new Exception("rb"); } }
 public static void RR(){ try{ T(); } catch(InvalidOperationException){ throw; } }
 static bool FB(){ RB(); return true; } static bool FA(){ try{ sink=A.X; }catch{} return true; } static bool FT(){ T(); return true; } static bool FI(){ try{ typeof(M).GetMethod("RR").Invoke(null,null); } catch{} return true; }
 static int Main(string[] a){ switch(a[0]){
  case "cctorcatch": try{ sink=B.X; }catch(TypeInitializationException){} break;
  case "cctorcatchcall": try{ sink=BC.X; }catch(TypeInitializationException){} break;
  case "cctorrethrow": try{ sink=BR.X; }catch(TypeInitializationException){} break;
  case "cctorfinally": try{ sink=BF.X; }catch(TypeInitializationException){} break;
  case "invokecatch": try{ typeof(M).GetMethod("RB").Invoke(null,null); }catch(TargetInvocationException){} break;
  case "invokerethrow": try{ typeof(M).GetMethod("RR").Invoke(null,null); }catch(TargetInvocationException){} break;
  case "filtercatch": try{ T(); }catch(Exception) when(FB()){} catch{} break;
  case "filterthrow": try{ T(); }catch(Exception) when(FT()){} catch{} break;
  case "filtercctor": try{ T(); }catch(Exception) when(FA()){} break;
  case "filterinvoke": try{ T(); }catch(Exception) when(FI()){} break;
  case "cctorfilter": try{ sink=A2.X; }catch(Exception) when(FA()){} break;
  case "cctorfiltergc": try{ sink=A2.X; }catch(Exception) when(FA()){ GC.Collect(0);} GC.Collect(); break;
  case "resolve": AppDomain.CurrentDomain.AssemblyResolve+=(s,e)=>{ try{ T(); }catch{} return null; }; try{ Assembly.Load("nope"); }catch(Exception){} break;
  case "resolvethrow": AppDomain.CurrentDomain.AssemblyResolve+=(s,e)=>{ T(); return null; }; try{ Assembly.Load("nope"); }catch(Exception){} break;
  case "catchcctor": try{ T(); }catch{ try{ sink=A.X; }catch{} } break;
  case "fincctor": try{ try{ T(); } finally { try{ sink=A.X; }catch{} } }catch{} break;
  case "fincctorout": try{ try{ T(); } finally { sink=A.X; } }catch{} break;
 } return 0; } }
