import type { FileStamp } from "./file-stamp.ts";

/** Stands for the size of what is not there. */
const NONE = -1;

/** The stamps of many files in few bytes. */
export class StampColumn {
  /** Four a file: `size`, `mtime`, `ino`, `ctime`. */
  readonly numbers: Float64Array;

  /** @param numbers as another column has them */
  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  static of(count: number, stampOf: (index: number) => FileStamp | undefined): StampColumn {
    const column = new StampColumn(new Float64Array(4 * count));
    for (let i = 0; i < count; i++) column.set(i, stampOf(i));
    return column;
  }

  /** Undefined where there is no file. */
  at(index: number): FileStamp | undefined {
    const at = 4 * index;
    if (this.numbers[at] === NONE) return undefined;
    return {
      size: this.numbers[at]!,
      mtime: this.numbers[at + 1]!,
      ino: this.numbers[at + 2]!,
      ctime: this.numbers[at + 3]!,
    };
  }

  set(index: number, stamp: FileStamp | undefined): void {
    const at = 4 * index;
    if (stamp === undefined) {
      this.numbers.fill(0, at + 1, at + 4)[at] = NONE;
      return;
    }
    this.numbers[at] = stamp.size;
    this.numbers[at + 1] = stamp.mtime;
    this.numbers[at + 2] = stamp.ino;
    this.numbers[at + 3] = stamp.ctime;
  }
}
