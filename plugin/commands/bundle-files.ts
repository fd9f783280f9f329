import type { TarEntry } from "../../shared/io/files/tar-file.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report, ReportNode } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { packageVersion } from "../../shared/model/version.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { renderHtml } from "../../shared/render/formats/html.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";

/** The columns of the text, for tickets that do not wrap. */
const width = 120;

/**
 * The files of a bundle beside its snapshot: the Report as JSON, text and page, and what versions were seen and what was
 * not read. `report` is the one of the redacted snapshot, so no file has more than that.
 */
export function bundleFiles(report: Report, redacted: Snapshot): readonly TarEntry[] {
  const style = { width, palette: plainPalette, absoluteTime: true };
  return [
    { name: "contents.json", text: renderJson(contentsOf(report, redacted)) },
    { name: "report.json", text: renderJson(printReport(report)) },
    { name: "report.txt", text: renderText(report, { ...style, wide: true }) },
    { name: "report.html", text: renderHtml(report, style) },
  ];
}

function contentsOf({ verdict, takenAt, source, roots, completeness }: Report, { redacted = [] }: Snapshot): object {
  const { gaps, ...counts } = completeness;
  return {
    apiVersion: "hco-status/v1",
    kind: "Bundle",
    program: { name: "hco-status", version: packageVersion },
    takenAt,
    source,
    verdict,
    versions: roots.flatMap((root) => [root, ...root.children]).flatMap(versionOf),
    read: counts,
    notRead: gaps,
    redacted,
  };
}

function versionOf({ ref: { kind, namespace, name }, facts }: ReportNode): readonly object[] {
  const { observedVersion, expectedVersion } = facts;
  if (observedVersion === undefined && expectedVersion === undefined) return [];
  const place = namespace !== undefined && { namespace };
  return [
    {
      kind,
      ...place,
      name,
      ...definedFields({ observedVersion, expectedVersion }),
    },
  ];
}
