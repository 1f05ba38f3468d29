import fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerMemory } from "../../worker/http/answer-memory.ts";

const KIBIBYTE = 1024;
const bodyOf = (bytes: number) => new Uint8Array(bytes);

test("remembers tag and body", () => {
  const memory = new AnswerMemory();
  const body = bodyOf(10);
  memory.set("/a?q=b", '"1"', body);
  memory.set("/list", '"2"', null);
  expect(memory.get("/a?q=b")).toEqual({ etag: '"1"', body, isLarge: false });
  expect(memory.get("/list")).toEqual({ etag: '"2"', body: null, isLarge: false });
  expect(memory.get("/b")).toBeUndefined();
});

test.each([
  [64 * KIBIBYTE, true],
  [64 * KIBIBYTE + 1, false],
])("of a body of %i bytes, whether it is held: %s", (bytes, isHeld) => {
  const memory = new AnswerMemory();
  memory.set("/a", '"1"', bodyOf(bytes));
  expect(memory.get("/a")?.etag).toBe('"1"');
  expect(memory.get("/a")?.body !== null).toBe(isHeld);
});

test("a body is wanted of what is known by its tag, unless it is known to be large", () => {
  const memory = new AnswerMemory();
  expect(memory.wantsBody("/a")).toBe(false);
  memory.setLarge("/a");
  memory.set("/a", '"1"', null);
  expect(memory.wantsBody("/a")).toBe(true);
  memory.setLarge("/a");
  expect(memory.wantsBody("/a")).toBe(false);
  memory.set("/a", '"1"', null);
  expect(memory.wantsBody("/a")).toBe(false);
  memory.set("/a", '"2"', null);
  expect(memory.wantsBody("/a")).toBe(true);
  memory.set("/a", '"2"', bodyOf(64 * KIBIBYTE + 1));
  expect(memory.wantsBody("/a")).toBe(false);
  memory.set("/a", '"2"', bodyOf(64 * KIBIBYTE));
  expect(memory.wantsBody("/a")).toBe(false);
  expect(memory.bytes).toBe(256 + 2 + 64 * KIBIBYTE);
});

test.each([
  [512, true],
  [513, false],
])("whether a key of %i characters is held: %s", (length, isHeld) => {
  const memory = new AnswerMemory();
  memory.set("a".repeat(length), '"1"', null);
  expect(memory.get("a".repeat(length)) !== undefined).toBe(isHeld);
});

test("what is asked for stays, however many others are asked for once", () => {
  const memory = new AnswerMemory();
  memory.set("/asked", '"1"', bodyOf(1000));
  memory.set("/never", '"1"', bodyOf(1000));
  for (let i = 0; i < 25_000; i++) {
    memory.set(`/${i}`, `"${i}"`, bodyOf(1000));
    memory.get("/asked");
  }
  expect(memory.get("/asked")).toBeDefined();
  expect(memory.get("/never")).toBeUndefined();
  expect(memory.get("/24999")).toBeDefined();
});

test("what was asked for longest ago goes first, and only as much as must", () => {
  const memory = new AnswerMemory(10 * 1024);
  // 256 bytes an entry, 2 its key, 1790 its body: five of them fill the memory.
  for (const name of "abcde") memory.set(`/${name}`, '"1"', bodyOf(1790));
  memory.get("/a");
  memory.set("/f", '"1"', bodyOf(1790));
  expect(["/a", "/b", "/c", "/d", "/e", "/f"].filter((key) => memory.get(key))).toEqual([
    "/a",
    "/c",
    "/d",
    "/e",
    "/f",
  ]);
});

test("16 MiB are held where nothing else is said", () => {
  const memory = new AnswerMemory();
  const body = bodyOf(64 * KIBIBYTE);
  for (let i = 0; i < 300; i++) memory.set(`/${i}`, '"1"', body);
  const room = 16 * 1024 * KIBIBYTE - memory.bytes;
  expect(room).toBeGreaterThanOrEqual(0);
  expect(room).toBeLessThan(65 * KIBIBYTE);
});

test("holds to a model, whatever is given and asked for", () => {
  const step = fc.record({
    key: fc.nat(40).map((n) => `/${n}`),
    bytes: fc.nat(70 * KIBIBYTE),
    isGiven: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const memory = new AnswerMemory(MODEL_BYTES);
      let model: ModelEntry[] = [];
      for (const { key, bytes, isGiven } of steps) {
        if (isGiven) memory.set(key, `"${bytes}"`, bodyOf(bytes));
        model = isGiven ? given(model, { key, bytes }) : asked(model, key);
        const known = model.find((entry) => entry.key === key);
        expect(memory.get(key)?.etag).toBe(known && `"${known.bytes}"`);
        expect(memory.bytes).toBe(total(model));
      }
    }),
  );
});

const MODEL_BYTES = 256 * KIBIBYTE;

/** Entries of the model, the one asked for longest ago first. */
interface ModelEntry {
  readonly key: string;
  /** Of the body that was given. */
  readonly bytes: number;
}

function asked(model: readonly ModelEntry[], key: string): ModelEntry[] {
  const isIt = (entry: ModelEntry) => entry.key === key;
  return [...model.filter((entry) => !isIt(entry)), ...model.filter(isIt)];
}

function given(model: readonly ModelEntry[], entry: ModelEntry): ModelEntry[] {
  const entries = [...model.filter(({ key }) => key !== entry.key), entry];
  while (total(entries) > MODEL_BYTES) entries.shift();
  return entries;
}

function total(model: readonly ModelEntry[]): number {
  const held = ({ key, bytes }: ModelEntry) =>
    256 + key.length + (bytes > 64 * KIBIBYTE ? 0 : bytes);
  return model.reduce((sum, entry) => sum + held(entry), 0);
}
