#include "backends/cpu/kernel_math.h"

#include <limits>
#include <string>

#include "backends/cpu/float_recipe.h"

namespace lw::cpu {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLn2High = 0.6931471803691238,
                 kLn2Low = 1.9082149292705877e-10;  // the first has 33 bits: products with exponents are exact
constexpr double kPi = 3.141592653589793, kPiLow = 1.2246467991473532e-16;

// A value as the sum of two numbers, the second of which is below the last place of the first.
struct Pair {
  Num high, low;
};

// a + b, where |a| >= |b| or a is 0.
Pair sumOf(Num a, Num b) {
  const Num high = a + b;
  return {high, b - (high - a)};
}

llvm::Value* bitsOf(Num x) { return x.b->CreateBitCast(x.v, x.b->getIntNTy(x.type()->getScalarSizeInBits())); }
Num fromBits(llvm::IRBuilder<>* b, llvm::Value* bits, llvm::Type* type) { return {b, b->CreateBitCast(bits, type)}; }

// ---- float64 ----

// 2^n p for |n| < 2200, in two factors.
Num scaled(Num p, llvm::Value* n) {
  llvm::IRBuilder<>& b = *p.b;
  const auto power = [&](llvm::Value* e) {
    return fromBits(&b, b.CreateShl(b.CreateAdd(e, b.getInt64(1023)), 52), p.type());
  };
  llvm::Value* half = b.CreateAShr(n, 1);
  return p * power(half) * power(b.CreateSub(n, half));
}

struct Whole {
  Num real;
  llvm::Value* integer;
};
// Rounds to nearest; |x| < 2^51.
Whole rounded(Num x) {
  const Num magic = x.like(6755399441055744.0), t = x + magic;
  return {t - magic, x.b->CreateSub(bitsOf(t), bitsOf(magic))};
}

Num clamped(Num x, double low, double high) {  // NaN stays NaN
  x = select(x < low, x.like(low), x);
  return select(x > high, x.like(high), x);
}

Num expTail(Num r) {  // (e^r - 1 - r) / r^2, |r| <= 0.35
  return polynomial(r,
                    {0.5, 0.166666666666666667, 0.0416666666666666778, 0.00833333333333333408, 0.0013888888888878269,
                     0.000198412698412627626, 2.48015873385653456e-05, 2.75573192486338255e-06, 2.75572610293437687e-07,
                     2.50520695947956848e-08, 2.09189618377957781e-09, 1.60871772343807823e-10});
}

// e^(x + low)
Num expOf(Num x, Num low) {
  x = clamped(x, -746, 710);
  const Whole n = rounded(x * 1.4426950408889634);
  const Num r = fma(n.real, -kLn2Low, fma(n.real, -kLn2High, x)) + low;
  return scaled(fma(r * r, expTail(r), r) + 1.0, n.integer);
}
Num expOf(Num x) { return expOf(x, x.like(0)); }

Num exp2Of(Num x) {
  x = clamped(x, -1100, 1100);
  const Whole n = rounded(x);
  const Num r = (x - n.real) * 0.6931471805599453;
  return scaled(fma(r * r, expTail(r), r) + 1.0, n.integer);
}

Num exp10Of(Num x) {
  x = clamped(x, -330, 330);
  const Whole n = rounded(x * 3.321928094887362);
  const Num part = fma(n.real, 2.8037281277851704e-18, fma(n.real, -0.3010299956639812, x)),
            r = fma(part, -2.1707562233822494e-16, part * 2.302585092994046);
  return scaled(fma(r * r, expTail(r), r) + 1.0, n.integer);
}

Num expm1Of(Num x) {
  x = clamped(x, -50, 710);
  const Whole n = rounded(x * 1.4426950408889634);
  const Num r = fma(n.real, -kLn2Low, fma(n.real, -kLn2High, x)), p = fma(r * r, expTail(r), r);
  const Num whole = scaled(x.like(0.5), n.integer);  // half of it, since 2^1024 is not finite
  return fma(whole, p, whole - 0.5) * 2.0;
}

// log x for x > 0 and finite.
Pair logOf(Num x) {
  llvm::IRBuilder<>& b = *x.b;
  const Num tiny = x < 2.2250738585072014e-308;
  x = select(tiny, x * 18014398509481984.0, x);
  llvm::Value* root = b.getInt64(0x3fe6a09e667f3bcd);  // the square root of 1/2
  llvm::Value* shifted = b.CreateSub(bitsOf(x), root);
  Num e{&b, b.CreateSIToFP(b.CreateAShr(shifted, 52), x.type())};
  e = select(tiny, e - 54.0, e);
  const Num m = fromBits(&b, b.CreateAdd(b.CreateAnd(shifted, b.getInt64(0xfffffffffffff)), root), x.type());
  const Num f = m - 1.0, d = m + 1.0, s = f / d, rest = (fma(-s, d, f) - s * (m - (d - 1.0))) / d, z = s * s;
  const Num tail =
      s * z *
      polynomial(z, {0.666666666666666665, 0.40000000000000912, 0.285714285707822077, 0.222222223965529808,
                     0.181817951244767535, 0.15386267672882225, 0.132680261404287393, 0.13094416666525344});
  const Pair whole = sumOf(e * kLn2High, s * 2.0);
  return sumOf(whole.high, whole.low + fma(e, kLn2Low, fma(rest, 2.0, tail)));
}

Num logOrSpecial(Num x, Num result) {
  const Num other = select(x == 0, x.like(-kInf), select(x < 0, x.like(kNan), x));
  return select((x > 0) & (x < kInf), result, other);
}
Num logTo(Num x, double high, double low) {
  const Pair l = logOf(x);
  const Num p = product(l.high, x.like(high)), error = fma(l.high, high, -p);
  return logOrSpecial(x, p + (error + fma(l.low, high, l.high * low)));
}
Num logOfAny(Num x) {
  const Pair l = logOf(x);
  return logOrSpecial(x, l.high);
}

Num log1pOf(Num x) {
  const Num u = x + 1.0, lost = select(abs(x) < 1.0, x - (u - 1.0), 1.0 - (u - x));
  const Pair l = logOf(u);
  const Num result = l.high + (l.low + lost / u);
  return select(abs(x) < 1e-16, x, logOrSpecial(u, result));
}

Num sinhOf(Num x) {
  const Num a = abs(x), e = expm1Of(clamped(a, 0, 700)), half = expOf(a * 0.5);
  const Num small = select(a < 1e-9, a, (e + e / (e + 1.0)) * 0.5);
  return select(isNan(x), x, withSign(select(a < 700.0, small, half * 0.5 * half), x));
}
Num coshOf(Num x) {
  const Num a = abs(x), e = expOf(clamped(a, 0, 700)), half = expOf(a * 0.5);
  return select(isNan(x), x, select(a < 700.0, (e + 1.0 / e) * 0.5, half * 0.5 * half));
}
Num tanhOf(Num x) {
  const Num a = abs(x), t = expm1Of(clamped(a * 2.0, 0, 60));
  return select(isNan(x), x, withSign(select(a < 1e-9, a, t / (t + 2.0)), x));
}
Num asinhOf(Num x) {
  const Num a = abs(x), square = a * a;
  const Num small = log1pOf(a + square / (sqrt(square + 1.0) + 1.0)), large = logOfAny(a) + 0.6931471805599453;
  return select(isNan(x), x, withSign(select(a < 1e-9, a, select(a < 1e8, small, large)), x));
}
Num acoshOf(Num x) {
  const Num t = x - 1.0, small = log1pOf(t + sqrt(fma(t, t, t * 2.0))), large = logOfAny(x) + 0.6931471805599453;
  return select(x < 1.0, x.like(kNan), select(x < 1e8, small, large));
}
Num atanhOf(Num x) {
  const Num a = abs(x), t = log1pOf((a + a) / (1.0 - a)) * 0.5;
  return select(a > 1.0, x.like(kNan), select(isNan(x), x, withSign(select(a < 1e-9, a, t), x)));
}

Num erfOf(Num x) {
  const Num t = abs(x), z = x * x;
  const Num small = x * polynomial(z, {1.12837916709551257, -0.376126389031837525, 0.112837916709551256,
                                       -0.0268661706451312185, 0.00522397762544167401, -0.000854832702340300061,
                                       0.000120553329788794839, -1.49256502369675017e-05, 1.64621107820186364e-06,
                                       -1.6365768648832072e-07, 1.48060271461287517e-08, -1.22777344867955238e-09,
                                       9.32372351815302663e-11, -6.19673642878769998e-12, 2.80671281956112625e-13});
  // log(1 - erf(t)) on [1, 6]; above 6 the result rounds to 1.
  const Num u = (clamped(t, 1, 6) - 3.5) * 0.4;
  const Num g = polynomial(
      u, {-14.1124374021481738,     -18.1652489709129773,     -6.04220659213893915,     -0.0816509097177967117,
          0.0341284110797745816,    -0.0143845483307824669,   0.00595370447564092697,   -0.00237399727291876389,
          0.00089357659189817005,   -0.000307819631817422755, 9.09008590264980664e-05,  -1.8474094989634839e-05,
          -1.47731449432601681e-06, 4.56428462520102574e-06,  -3.42284928503102450e-06, 1.92240148666469694e-06,
          -9.11322669282873528e-07, 3.75969656976395742e-07,  -1.37653415559625130e-07, 3.69947675436549900e-08,
          5.34719699405629533e-09,  -9.36605329208409545e-09, -1.91301533262355899e-10, -1.55918851262804911e-10,
          3.96067293040713505e-09,  -2.08395982775216038e-09, -2.74249768810395080e-10, 2.71607785348856996e-10});
  return select(t < 1.0, small, select(isNan(x), x, withSign(1.0 - expOf(g), x)));
}

struct Angle {
  Pair r;                 // in [-pi/4, pi/4]
  llvm::Value* quadrant;  // i64
};
Angle reduced(Num x, double most) {
  x = select(abs(x) <= most, x, x.like(kNan));
  const Whole n = rounded(x * 0.6366197723675814);
  const Num first = x.like(1.5707963267948966), second = x.like(6.123233995736766e-17);
  const Num p = product(n.real, first), lost = fma(n.real, first, -p), d = x - p;
  const Num high = d - lost, low = (d - high) - lost;
  const Num q = product(n.real, second), rest = fma(n.real, second, -q), w = high - q;
  const Num back = w - high, error = (high - (w - back)) - (q + back);
  const Pair r = sumOf(w, error + low - rest + n.real * 1.497384905065873e-33);
  return {r, n.integer};
}
Num sinOf(Pair r) {
  const Num z = r.high * r.high;
  const Num tail =
      polynomial(z, {-0.166666666666666667, 0.00833333333333333138, -0.00019841269841264821, 2.75573192191503036e-06,
                     -2.50521061671713065e-08, 1.60585213241553495e-10, -7.58609328391040872e-13});
  return r.high + fma(r.high * z, tail, r.low * fma(z, -0.5, z.like(1)));
}
Num cosOf(Pair r) {
  const Num z = r.high * r.high, half = z * 0.5, w = 1.0 - half;
  const Num tail =
      polynomial(z, {0.0416666666666666667, -0.00138888888888888878, 2.48015873015845108e-05, -2.75573192212978212e-07,
                     2.08767557547881932e-09, -1.14704551638727267e-11, 4.74553618013640506e-14});
  return w + ((1.0 - w - half) + fma(z * z, tail, -(r.high * r.low)));
}
Num bit(Num like, llvm::Value* quadrant, uint64_t mask) {
  llvm::IRBuilder<>& b = *like.b;
  return {&b, b.CreateICmpNE(b.CreateAnd(quadrant, b.getInt64(mask)), b.getInt64(0))};
}
Num turned(Num s, Num c, llvm::Value* quadrant) {  // sine or cosine in any quadrant
  const Num value = select(bit(s, quadrant, 1), c, s);
  return select(bit(s, quadrant, 2), -value, value);
}
Num sineOf(Num x, double most, bool cosine) {
  const Angle a = reduced(x, most);
  const Num result = turned(sinOf(a.r), cosOf(a.r), cosine ? x.b->CreateAdd(a.quadrant, x.b->getInt64(1)) : a.quadrant);
  return cosine ? result : select(x == 0, x, result);
}
Num tanOf(Num x, double most) {
  const Angle a = reduced(x, most);
  const Num s = sinOf(a.r), c = cosOf(a.r), odd = bit(x, a.quadrant, 1);
  return select(x == 0, x, select(odd, -c, s) / select(odd, s, c));
}

Pair atanOf(Num a) {  // for a >= 0
  const Num steep = a > 2.414213562373095, middle = a > 0.41421356237309503;
  const Num t = select(steep, -1.0 / a, select(middle, (a - 1.0) / (a + 1.0), a)), z = t * t;
  const Num tail =
      t * z *
      polynomial(z, {-0.333333333333333332, 0.199999999999998019, -0.142857142856591644, 0.111111111050908498,
                     -0.0909090875028856465, 0.0769229628221524809, -0.0666642321976851625, 0.058789098552192781,
                     -0.0523031337690283939, 0.0455095095380620164, -0.0345540550813615847, 0.0162674754997987073});
  const Num base = select(steep, a.like(kPi / 2), select(middle, a.like(kPi / 4), a.like(0))),
            low = select(steep, a.like(kPiLow / 2), select(middle, a.like(kPiLow / 4), a.like(0)));
  const Pair whole = sumOf(base, t);
  return {whole.high, whole.low + (low + tail)};
}
Num atanOfAny(Num x) {
  const Pair a = atanOf(abs(x));
  return withSign(a.high + a.low, x);
}
Num atan2Of(Num y, Num x) {
  const Num ay = abs(y), ax = abs(x), q = ay / ax;
  const Num both = select((ay == 0) & (ax == 0), q.like(0), select((ay == kInf) & (ax == kInf), q.like(1), q));
  const Pair a = atanOf(both);
  const Num left{x.b, x.b->CreateICmpSLT(bitsOf(x), llvm::ConstantInt::get(bitsOf(x)->getType(), 0))};
  const Num angle = a.high + a.low, other = kPi - a.high + (kPiLow - a.low);
  return select(isNan(x) | isNan(y), x + y, withSign(select(left, other, angle), y));
}

Num asinSmall(Num x) {  // |x| <= 1/2; the result minus x
  const Num z = x * x;
  return x * z *
         polynomial(z, {0.166666666666666667, 0.0749999999999999118, 0.0446428571428834039, 0.0303819444413638067,
                        0.0223721592796799784, 0.0173527574778197887, 0.0139650099320536062, 0.0115490866129874244,
                        0.00979275132020199495, 0.00813582992550165602, 0.00879500607648843027, 0.000380853033290726004,
                        0.0225535636382029807, -0.0240205449185546053, 0.0307187689951910972});
}
// asin of sqrt(z), z = (1 - a) / 2, as a pair.
Pair asinOfRoot(Num z) {
  const Num s = sqrt(z), rest = select(z == 0, z, fma(-s, s, z) / (s + s));
  return {s, asinSmall(s) + rest};
}
Num asinOf(Num x) {
  const Num a = abs(x);
  const Pair r = asinOfRoot((1.0 - a) * 0.5);
  const Num large = kPi / 2 - r.high * 2.0, lost = (kPi / 2 - large) - r.high * 2.0;
  return withSign(select(a <= 0.5, a + asinSmall(a), large + (lost + (kPiLow / 2 - r.low * 2.0))), x);
}
Num acosOf(Num x) {
  const Num a = abs(x), small = kPi / 2 - (x - (kPiLow / 2 - asinSmall(x)));
  const Pair r = asinOfRoot((1.0 - a) * 0.5);
  const Num near = (r.high + r.low) * 2.0, far = kPi - (near - kPiLow);
  return select(a <= 0.5, small, select(x > 0, near, far));
}

Num powOf(Num x, Num y) {
  const Num a = abs(x);
  const Pair l = logOf(select((a > 0) & (a < kInf), a, a.like(1)));
  const Num bounded = clamped(y, -1e300, 1e300), p = product(bounded, l.high), error = fma(bounded, l.high, -p);
  const Num usual = expOf(p, select(abs(p) < 800.0, fma(bounded, l.low, error), p.like(0)));
  const Num grows = ((a > 1.0) & (y > 0)) | ((a < 1.0) & (y < 0));
  const Num extreme = select(a == 1.0, a.like(1), select(grows, a.like(kInf), a.like(0)));
  const Num size = select((a == 0) | (a == kInf) | (abs(y) == kInf), extreme, usual);
  const Num half = y * 0.5, whole = trunc(y) == y, odd = whole & !(trunc(half) == half);
  const Num negative{x.b, x.b->CreateICmpSLT(bitsOf(x), llvm::ConstantInt::get(bitsOf(x)->getType(), 0))};
  const Num sign = select(odd & negative, -size, size);
  const Num real = select((x < 0) & (x > -kInf) & !whole, x.like(kNan), sign);
  return select((y == 0) | (x == 1.0), x.like(1), select(isNan(x) | isNan(y), x + y, real));
}

Num hypotOf(Num x, Num y) {
  const Num ax = abs(x), ay = abs(y), most = select(ax > ay, ax, ay), least = select(ax > ay, ay, ax);
  const Num up = select(most > 1e150, most.like(1e-200), select(most < 1e-150, most.like(1e200), most.like(1)));
  const Num m = most * up, n = least * up;
  const Num square = product(n, n), r = sqrt(fma(m, m, square));
  // One step of Newton's method for the remainder that rounding the squares leaves.
  const Num rest = fma(m, m, -product(m, m)), root = fma(-r, r, product(m, m)) + (square + rest) + fma(n, n, -square);
  const Num better = select(r > 0, r + root / (r + r), r);
  return select((ax == kInf) | (ay == kInf), x.like(kInf), select(isNan(x) | isNan(y), x + y, better / up));
}

// 2^n x, rounded once.
Num ldexpOf(Num x, llvm::Value* n) {
  llvm::IRBuilder<>& b = *x.b;
  const auto power = [&](llvm::Value* e) {
    return fromBits(&b, b.CreateShl(b.CreateAdd(e, b.getInt64(1023)), 52), x.type());
  };
  llvm::Value* left = b.CreateSExt(n, b.getInt64Ty());
  for (int step = 0; step < 2; ++step) {
    llvm::Value *large = b.CreateICmpSGT(left, b.getInt64(1023)), *small = b.CreateICmpSLT(left, b.getInt64(-1022));
    x = select({&b, large}, x * 0x1p1023, select({&b, small}, x * 0x1p-969, x));
    left = b.CreateSelect(large, b.CreateSub(left, b.getInt64(1023)),
                          b.CreateSelect(small, b.CreateAdd(left, b.getInt64(969)), left));
  }
  left = b.CreateBinaryIntrinsic(
      llvm::Intrinsic::smin, b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, b.getInt64(-1022)), b.getInt64(1023));
  return x * power(left);
}

// Exact: subtracts multiples of y that decrease by factors of 2^28; every difference is representable.
Num fmodOf(Num x, Num y) {
  llvm::IRBuilder<>& b = *x.b;
  llvm::Function* f = b.GetInsertBlock()->getParent();
  const auto block = [&](const char* name) { return llvm::BasicBlock::Create(f->getContext(), name, f); };
  llvm::BasicBlock *entry = b.GetInsertBlock(), *grow = block("grow"), *grown = block("grown"), *take = block("take"),
                   *done = block("done");
  const Num ax = abs(x), ay = abs(y), usual = (ax < kInf) & (ay > 0) & (ay < kInf);
  const Num top = select(usual, ax, ax.like(0)), unit = select(usual, ay, ay.like(1));
  b.CreateBr(grow);
  b.SetInsertPoint(grow);
  llvm::PHINode* step = b.CreatePHI(x.type(), 2);
  step->addIncoming(unit.v, entry);
  const Num t{&b, step}, next = t * 0x1p28;
  step->addIncoming(next.v, grow);
  b.CreateCondBr((next <= top).v, grow, grown);
  b.SetInsertPoint(grown);
  b.CreateBr(take);
  b.SetInsertPoint(take);
  llvm::PHINode *size = b.CreatePHI(x.type(), 2), *rest = b.CreatePHI(x.type(), 2);
  size->addIncoming(step, grown);
  rest->addIncoming(top.v, grown);
  const Num s{&b, size}, r{&b, rest};
  Num left = fma(-trunc(r / s), s, r);
  left = select(left < 0, left + s, left);
  left = select(left >= s, left - s, left);
  size->addIncoming((s * 0x1p-28).v, take);
  rest->addIncoming(left.v, take);
  b.CreateCondBr((s > unit).v, take, done);
  b.SetInsertPoint(done);
  return select(usual, withSign(left, x), select((ay == kInf) & (ax < kInf), x, x.like(kNan)));
}

// ---- either type ----

Num nextafterOf(Num x, Num y) {
  llvm::IRBuilder<>& b = *x.b;
  llvm::Value* bits = bitsOf(x);
  const auto integer = [&](int64_t v) {
    return llvm::ConstantInt::get(bits->getType(), static_cast<uint64_t>(v), true);
  };
  const Num away = ((y > x) & (x > 0)) | ((y < x) & (x < 0));
  const Num moved =
      fromBits(&b, b.CreateSelect(away.v, b.CreateAdd(bits, integer(1)), b.CreateSub(bits, integer(1))), x.type());
  const Num least = withSign(fromBits(&b, integer(1), x.type()), y);
  return select(isNan(x) | isNan(y), x + y, select(x == y, y, select(x == 0, least, moved)));
}

// float32, |x| <= 2^16; larger arguments use float64.
Num sineOfSingle(Num x, bool cosine, llvm::Function* wide) {
  llvm::IRBuilder<>& b = *x.b;
  llvm::Function* f = b.GetInsertBlock()->getParent();
  llvm::BasicBlock *near = llvm::BasicBlock::Create(f->getContext(), "near", f),
                   *far = llvm::BasicBlock::Create(f->getContext(), "far", f);
  b.CreateCondBr((abs(x) <= 65536.0).v, near, far);
  b.SetInsertPoint(far);
  b.CreateRet(b.CreateFPTrunc(b.CreateCall(wide, {b.CreateFPExt(x.v, b.getDoubleTy())}), x.type()));
  b.SetInsertPoint(near);
  const Num t = fma(x, 0.636619772f, x.like(12582912.0)), n = t - 12582912.0;
  const Num r = fma(n, 1.7151245100058819e-15, fma(n, 4.371138828673793e-08, fma(n, -1.5707963705062866, x))),
            z = r * r;
  const Num s =
      fma(r * z, polynomial(z, {-0.166666666637, 0.00833333183052, -0.000198400629813, 2.72468610806e-06}), r);
  const Num c = fma(z * z, polynomial(z, {0.0416666645987, -0.00138882912711, 2.45454127712e-05}), 1.0 - z * 0.5);
  llvm::Value* quadrant = b.CreateZExt(b.CreateSub(bitsOf(t), b.getInt32(0x4b400000)), b.getInt64Ty());
  const Num result = turned(s, c, cosine ? b.CreateAdd(quadrant, b.getInt64(1)) : quadrant);
  return cosine ? result : select(x == 0, x, result);
}

Num log2Of(Num x) { return logTo(x, 1.4426950408889634, 2.0355273740931033e-17); }
Num log10Of(Num x) { return logTo(x, 0.4342944819032518, 1.098319650216765e-17); }

std::optional<Num> wide(Intrinsic function, Num x, llvm::Value* second, double most) {
  constexpr auto none = std::nullopt;
  const Num y{x.b, second};
  switch (function) {
#define FUNCTION(id, name, count, result, group, meaning, llvmName, kernels) \
  case Intrinsic::id:                                                        \
    return kernels;
#include "core/ir/intrinsics.def"
    default:
      return none;
  }
}

}  // namespace

// sin and cos of float32 beyond 2^16 call those of float64, whose reduction has a larger range.
llvm::Function* KernelMath::of(Intrinsic function, llvm::Type* type, bool far) {
  using enum Intrinsic;
  const bool single = type->isFloatTy();
  const IntrinsicInfo& info = *Callee(function).info();
  const std::string symbol = std::string(far ? "lw.far_" : "lw.") + std::string(info.name) + (single ? ".f32" : ".f64");
  if (llvm::Function* existing = module_.getFunction(symbol)) return existing;
  std::vector<llvm::Type*> params{type};
  if (info.minArgs == 2) params.push_back(function == Ldexp ? llvm::Type::getInt32Ty(module_.getContext()) : type);
  auto* code = llvm::Function::Create(llvm::FunctionType::get(type, params, false), llvm::GlobalValue::InternalLinkage,
                                      symbol, module_);
  for (const auto attribute : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn}) code->addFnAttr(attribute);
  if (function != Fmod && !far) code->addFnAttr(llvm::Attribute::AlwaysInline);
  code->setDoesNotAccessMemory();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(module_.getContext(), "entry", code));
  const Num x{&b, code->getArg(0)};
  llvm::Value* second = params.size() > 1 ? code->getArg(1) : nullptr;
  std::optional<Num> result;
  if (single && (function == Sin || function == Cos))
    result = sineOfSingle(x, function == Cos, of(function, b.getDoubleTy(), true));
  else if (single && function != NextAfter) {
    const auto widened = [&](llvm::Value* v) {
      return v && v->getType()->isFloatTy() ? b.CreateFPExt(v, b.getDoubleTy()) : v;
    };
    if ((result = wide(function, {&b, widened(x.v)}, widened(second), 0x1p45)))
      result = Num{&b, b.CreateFPTrunc(result->v, type)};
  } else
    result = wide(function, x, second, far ? 0x1p45 : 0x1p30);
  if (!result) {
    code->eraseFromParent();
    return nullptr;
  }
  b.CreateRet(result->v);
  return code;
}

llvm::Function* KernelMath::find(Intrinsic function, llvm::Type* type) {
  return type->isFloatTy() || type->isDoubleTy() ? of(function, type, false) : nullptr;
}

}  // namespace lw::cpu
