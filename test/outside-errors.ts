import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** The variable with the file that {@link OutsideErrors} writes. */
export const outsideErrorsVariable = "HCO_STATUS_TEST_OUTSIDE_ERRORS";

/** A reporter that writes the number of errors outside of tests into a file. The json reporter omits them. */
export class OutsideErrors implements Reporter {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  onTestRunEnd(_files: unknown, errors: readonly unknown[]): void {
    writeFileSync(this.file, String(errors.length));
  }
}
