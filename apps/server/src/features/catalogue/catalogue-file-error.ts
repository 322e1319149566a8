/** All faults of all files, each with its file and line. */
export class CatalogueFileError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The catalogue was not changed: ${faults.length} fault(s)\n${faults.join('\n')}`);
    this.faults = faults;
  }
}
