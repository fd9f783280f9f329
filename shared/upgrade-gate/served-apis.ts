import type { ReportNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { apiServices } from "../profiles/hco/surroundings.ts";

/**
 * Reasons for the APIs that a component's workloads serve and that are not available. Meanwhile discovery fails, so an
 * upgrade may not complete. No condition reports them.
 */
export function apiReasons({ label: component, children }: ReportNode): readonly GateReason[] {
  return children
    .filter(
      ({ ref, verdict }) => ref.group === apiServices.group && ref.kind === apiServices.kind && verdict !== "healthy",
    )
    .map(({ ref: about, trouble }): GateReason => {
      const { reason = "", message = "", since } = trouble ?? {};
      const words = { reason, message, ...(since === undefined ? {} : { since }) };
      return { code: "ApiNotAvailable", state: "blocks", about, component, ...words };
    });
}
