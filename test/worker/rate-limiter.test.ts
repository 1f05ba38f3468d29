import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ClientKey } from "../../worker/limit/client-key.ts";
import { RateLimiter } from "../../worker/limit/rate-limiter.ts";

const A = client(1);
const B = client(2);

describe("the window", () => {
  test("accepts the limit and no more", () => {
    const limiter = newLimiter({ limit: 3 });
    expect(takes(limiter, A, [0, 10, 20, 30])).toEqual([true, true, true, false]);
  });

  test("slides: a request counts for exactly one window", () => {
    const limiter = newLimiter({ limit: 2 });
    expect(takes(limiter, A, [0, 600, 999, 1000, 1001, 1599, 1600])).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test("is not two fixed windows back to back", () => {
    const limiter = newLimiter({ limit: 60 });
    const burst = (at: number) => takes(limiter, A, Array<number>(60).fill(at));
    expect(burst(999)).not.toContain(false);
    expect(burst(1001)).not.toContain(true);
  });

  test("a refused request costs nothing", () => {
    const limiter = newLimiter({ limit: 1 });
    expect(takes(limiter, A, [0, 500, 900, 999, 1000])).toEqual([true, false, false, false, true]);
  });

  test("every client has its own", () => {
    const limiter = newLimiter({ limit: 1 });
    expect([limiter.take(A, 0), limiter.take(B, 0), limiter.take(A, 0)]).toMatchObject([
      { accepted: true },
      { accepted: true },
      { accepted: false },
    ]);
  });

  test("a clock that runs backwards stands still", () => {
    const limiter = newLimiter({ limit: 1 });
    limiter.take(A, 5000);
    expect(limiter.take(A, 4000)).toEqual({ accepted: false, remaining: 0, resetSeconds: 1 });
    expect(limiter.take(B, 4000).accepted).toBe(true);
    expect(takes(limiter, B, [4500, 5999, 6000])).toEqual([false, false, true]);
  });

  test("a clock that was set back by more than a window goes on from where it stood", () => {
    const limiter = newLimiter({ limit: 1 });
    const times = [90_000, 3000, 3999, 4000, 4999, 5000, 1000, 1999, 2000];
    const accepted = [true, false, false, true, false, true, false, false, true];
    expect(takes(limiter, A, times)).toEqual(accepted);
    expect(limiter.take(A, 2001).resetSeconds).toBe(1);
  });
});

describe("what a client is told", () => {
  test("the requests left, and when more will be", () => {
    const limiter = newLimiter({ limit: 2, windowMs: 60_000 });
    expect(limiter.peek(A, 0)).toEqual({ accepted: true, remaining: 2, resetSeconds: 0 });
    expect(limiter.take(A, 0)).toEqual({ accepted: true, remaining: 1, resetSeconds: 60 });
    expect(limiter.take(A, 1)).toEqual({ accepted: true, remaining: 0, resetSeconds: 60 });
    expect(limiter.take(A, 1001)).toEqual({ accepted: false, remaining: 0, resetSeconds: 59 });
    expect(limiter.take(A, 59_999)).toEqual({ accepted: false, remaining: 0, resetSeconds: 1 });
    expect(limiter.peek(A, 60_000)).toEqual({ accepted: true, remaining: 1, resetSeconds: 1 });
  });

  test("peeking counts nothing", () => {
    const limiter = newLimiter({ limit: 1 });
    for (let i = 0; i < 10; i++) limiter.peek(A, 0);
    expect(limiter.take(A, 0).accepted).toBe(true);
  });
});

describe("as a naive model does", () => {
  const step = fc.record({ who: fc.nat(4), afterMs: fc.oneof(fc.nat(3), fc.nat(2500)) });

  test("any requests of any clients at any times", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 1, max: 5 }),
        (steps, limit) => {
          const limiter = newLimiter({ limit });
          const model = newModel(limit);
          let now = 0;
          for (const { who, afterMs } of steps) {
            now += afterMs;
            expect(limiter.take(client(who), now)).toEqual(model(who, now));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("so many clients that the table grows, colliding, leaving and coming back", () => {
    const limiter = newLimiter({ limit: 2 });
    const model = newModel(2);
    const random = numbers(7);
    let now = 0;
    for (let i = 0; i < 60_000; i++) {
      if (random(4) === 0) now += random(2);
      if (random(20_000) === 0) now += 900;
      const who = random(5000);
      const allowance = limiter.take(client(who), now);
      const expected = model(who, now);
      if (allowance.accepted !== expected.accepted) expect(allowance).toEqual(expected);
      if (allowance.remaining !== expected.remaining) expect(allowance).toEqual(expected);
    }
    expect(limiter.peek(client(1), now + 1000).remaining).toBe(2);
  });

  test("requests that grow the ring after others have left it", () => {
    const limiter = newLimiter({ limit: 2 });
    const model = newModel(2);
    for (let i = 0; i < 5000; i++) {
      const now = i < 1000 ? i : 1000 + Math.floor((i - 1000) / 4);
      const who = i % 1500;
      expect(limiter.take(client(who), now)).toEqual(model(who, now));
    }
    expect(limiter.bytes).toBeGreaterThan(newLimiter({ limit: 2 }).bytes);
  });

  test("across the wrap of the sequence numbers' low bits", () => {
    const limiter = newLimiter({ limit: 3, maxEvents: 1024 });
    const model = newModel(3);
    for (let i = 0; i < 20_000; i++) {
      const now = i * 2;
      const who = i % 173;
      expect(limiter.take(client(who), now)).toEqual(model(who, now));
    }
  });
});

describe("Retry-After is true", () => {
  test("for a client over its limit: then, and not a second earlier", () => {
    const times = fc.array(fc.nat(59_999), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(times, (unsorted) => {
        const limiter = newLimiter({ limit: 60, windowMs: 60_000 });
        const sorted = unsorted.toSorted((a, b) => a - b);
        takes(limiter, A, sorted);
        const last = sorted.at(-1) ?? 0;
        const { accepted, resetSeconds } = limiter.take(A, last);
        expect(accepted).toBe(false);
        expect(resetSeconds).toBeGreaterThanOrEqual(1);
        expect(resetSeconds).toBeLessThanOrEqual(60);
        const early = (resetSeconds - 1) * 1000;
        if (early > 0) expect(limiter.take(A, last + early).accepted).toBe(false);
        expect(limiter.take(A, last + resetSeconds * 1000).accepted).toBe(true);
      }),
    );
  });

  test("for a newcomer to a full table", () => {
    const limiter = newLimiter({ limit: 60, maxEvents: 1024 });
    for (let i = 0; i < 896; i++) limiter.take(client(i), i);
    const { accepted, resetSeconds } = limiter.take(client(5000), 896);
    expect([accepted, resetSeconds]).toEqual([false, 1]);
    expect(limiter.take(client(5000), 999).accepted).toBe(false);
    expect(limiter.take(client(5000), 1896).accepted).toBe(true);
  });

  test("for a newcomer where those already there went on beyond its bound", () => {
    const limiter = newLimiter({ limit: 60, windowMs: 100_000, maxEvents: 1024 });
    for (let i = 0; i < 896; i++) limiter.take(client(i), 100 * i);
    const now = 89_600;
    takes(limiter, client(895), Array<number>(50).fill(now));
    const { accepted, resetSeconds } = limiter.take(client(5000), now);
    expect([accepted, resetSeconds]).toEqual([false, 16]);
    expect(limiter.take(client(5000), now + 15_000).accepted).toBe(false);
    expect(limiter.take(client(5000), now + 16_000).accepted).toBe(true);
  });
});

describe("a flood of addresses", () => {
  const MAX_EVENTS = 2 ** 12;

  test("holds no more than the stated memory", () => {
    const limiter = newLimiter({ limit: 60, windowMs: 60_000 });
    let accepted = 0;
    for (let i = 0; i < 1_000_000; i++) if (limiter.take(client(i), i / 20).accepted) accepted++;
    expect(accepted).toBe(2 ** 19 - 2 ** 16);
    expect(limiter.bytes).toBe(2 ** 19 * (16 + 28));
  });

  test("leaves nothing behind once a window has passed", () => {
    const limiter = newLimiter({ limit: 60, maxEvents: MAX_EVENTS });
    const before = limiter.bytes;
    for (let i = 0; i < 10_000; i++) limiter.take(client(i), 0);
    expect(limiter.bytes).toBeGreaterThan(before);
    expect(limiter.take(A, 1000).accepted).toBe(true);
    expect(limiter.bytes).toBe(before);
  });

  test("lifts nobody's limit", () => {
    const limiter = newLimiter({ limit: 2, maxEvents: MAX_EVENTS });
    takes(limiter, A, [0, 1]);
    for (let i = 10; i < 10_000; i++) limiter.take(client(i), 2);
    expect(takes(limiter, A, [3, 999, 1000])).toEqual([false, false, true]);
  });

  test("takes nothing from a client in the middle of its requests", () => {
    const limiter = newLimiter({ limit: 60, maxEvents: MAX_EVENTS });
    limiter.take(A, 0);
    for (let i = 10; i < 10_000; i++) limiter.take(client(i), 1);
    const answers = takes(limiter, A, Array<number>(60).fill(2));
    expect(answers).toEqual([...Array<boolean>(59).fill(true), false]);
  });

  test("is refused beyond the bound, and only while it lasts", () => {
    const limiter = newLimiter({ limit: 60, maxEvents: MAX_EVENTS });
    const flood = Array.from(
      { length: 10_000 },
      (_, i) => limiter.take(client(i), i / 100).accepted,
    );
    const bound = MAX_EVENTS - MAX_EVENTS / 8;
    expect(flood.indexOf(false)).toBe(bound);
    expect(flood.lastIndexOf(true)).toBe(bound - 1);
    expect(limiter.take(B, 1000).accepted).toBe(true);
  });
});

interface Options {
  limit: number;
  windowMs?: number;
  maxEvents?: number;
}

function newLimiter(options: Options): RateLimiter {
  return new RateLimiter({ windowMs: 1000, seed: 0x5eed, ...options });
}

/** Many share each of the two halves. */
function client(number: number): ClientKey {
  return { high: Math.floor(number / 100), low: number % 100 };
}

function takes(limiter: RateLimiter, key: ClientKey, times: readonly number[]): boolean[] {
  return times.map((now) => limiter.take(key, now).accepted);
}

/** The same limit by the plainest means: the times of each client's accepted requests. Window 1 s. */
function newModel(limit: number) {
  const accepted = new Map<number, number[]>();
  return (who: number, now: number) => {
    const times = (accepted.get(who) ?? []).filter((time) => time > now - 1000);
    accepted.set(who, times);
    const isAccepted = times.length < limit;
    if (isAccepted) times.push(now);
    const resetSeconds = Math.ceil(((times[0] ?? now) + 1000 - now) / 1000);
    return { accepted: isAccepted, remaining: limit - times.length, resetSeconds };
  };
}

/** A seeded sequence of whole numbers from 0 to below `bound`. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
