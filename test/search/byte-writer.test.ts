import { expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { ByteWriter } from "../../worker/search/byte-writer.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { writeField } from "../../worker/search/write-field.ts";
import { asDocuments } from "./as-documents.ts";
import { fieldOffset } from "./field-offset.ts";

/** What is written where so many bytes of the room are left. */
function writtenWith(left: number, write: (writer: ByteWriter) => void): string {
  const writer = new ByteWriter();
  const start = writer.view.byteLength - left;
  writer.length = start;
  write(writer);
  return new TextDecoder().decode(writer.copy().subarray(start));
}

const ROOM_LEFT = Array.from({ length: 300 }, (_, left) => left);

test("bytes are written whole, wherever the room ends", () => {
  const bytes = new DataView(new TextEncoder().encode("0123456789        ").buffer);
  for (const left of ROOM_LEFT) {
    expect(
      writtenWith(left, (writer) => writer.put(bytes)),
      `${left}`,
    ).toBe("0123456789");
  }
});

test("a field is written whole, wherever the room ends", () => {
  const title = `${"a".repeat(60)} ${'"'.repeat(60)} ${"é".repeat(30)} b`;
  const index = openIndex(writeSearchIndex(asDocuments([title])).slice().buffer);
  const start = fieldOffset(index, 0, 0);
  for (const left of ROOM_LEFT) {
    const field = writtenWith(left, (writer) => writeField(index, start, writer));
    expect(JSON.parse(`"${field}"`), `${left}`).toBe(title);
  }
});
