import type { ManifestDiagnostic } from "./diagnostics.ts";
import type { LanguageStatus } from "./inlay-and-status.ts";

/** The entry in the list of problems for a file of which nothing is read. `refusal`: what it has too much of. */
export function refusedDiagnostic(refusal: string): ManifestDiagnostic {
  const span = { start: 0, end: 0 };
  return { code: "not-read", severity: "information", message: refusedManifestText(refusal), span };
}

/** The language status of a file of which nothing is read. */
export function refusedStatus(refusal: string): LanguageStatus {
  const detail = refusedManifestText(refusal);
  return { text: "not read", detail, spoken: detail, severity: "warning", busy: false };
}

function refusedManifestText(refusal: string): string {
  return `HCO Status does not read this file: it has ${refusal}; open only the relevant part`;
}
