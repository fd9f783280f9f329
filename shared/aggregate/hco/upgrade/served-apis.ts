import { isSameKind } from "../../../model/kind.ts";
import type { ReportNode, ReportWithoutSteps } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import { apiServices } from "../../../profiles/core-kinds.ts";
import { endpointSlices, webhookConfigurations } from "../../../profiles/hco/surroundings.ts";
import type { UpgradeRow } from "./component.ts";
import { makeUnreadListRow } from "./workloads.ts";

/**
 * Reasons for the APIs that a component's workloads serve and that are not available. Meanwhile discovery fails, so an
 * upgrade may not complete. No condition reports them.
 */
export function listApiRows({ label: component, children }: ReportNode): readonly UpgradeRow[] {
  return children
    .filter(({ ref, verdict }) => isSameKind(ref, apiServices) && verdict !== "healthy")
    .map(({ ref: about, trouble }): UpgradeRow => {
      const words = trouble ?? { reason: "", message: "" };
      return { code: "ApiNotAvailable", effect: "blocks", about, component, ...words };
    });
}

/**
 * The reasons that APIServices, webhooks, or the EndpointSlices behind them could not be listed. Whether the components'
 * APIs are available, and whether writes are refused, is then unknown.
 */
export function listUnreadApiRows({ completeness, source }: ReportWithoutSteps): readonly UpgradeRow[] {
  // A must-gather or a file need not hold them, and never allows an upgrade anyway (workloads.ts).
  if (source.kind !== "cluster") return [];
  return [apiServices, ...webhookConfigurations, endpointSlices].flatMap(({ group, kind }) => {
    const gap = completeness.gaps.find((listGap) => isSameKind(listGap, { group, kind }) && listGap.name === undefined);
    return gap !== undefined && isUnread(gap) ? [makeUnreadListRow({ group, kind }, gap.namespace, gap)] : [];
  });
}
