import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { writeExposition } from "../../shared/render/formats/openmetrics/openmetrics.ts";
import { sampleReport } from "../../shared/render/formats/openmetrics/report-samples.ts";
import type { ServedState } from "./reply.ts";

/** The texts of a Report. Each is made at most once, when it is first asked for. */
export function serveStateOf(
  report: Report | undefined,
  { state }: Pick<LinkStatus, "state">,
  token: (() => string) | undefined,
): ServedState {
  const isSilent = state !== "live";
  return {
    ...definedFields({ token }),
    ...(report !== undefined && { metrics: once(() => writeExposition([sampleReport(report, { isSilent })])) }),
    ...(report !== undefined && !isSilent && { report: once(() => renderJson(printReport(report))) }),
  };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
