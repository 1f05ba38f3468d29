/** Where a run says what it is at. */
export interface Progress {
  /**
   * Begins a stage, which lasts until what is returned is disposed of.
   * @param total of what it counts; absent for a stage of one step
   * @param count what is done so far, read when it is shown
   */
  begin(stage: string, total?: number, count?: () => number): Disposable;
}
