import type { ReportNode, RootNode } from "../../model/report.ts";

/**
 * The number of required components, of those that have reached the version of the upgrade, and of those that could not
 * be read.
 */
export function countUpgradedComponents({ children, gates }: RootNode): {
  readonly all: number;
  readonly done: number;
  readonly unknown: number;
} {
  const parts = children.filter(({ role, required }) => role === "component" && required);
  const isUnread = ({ outcome }: ReportNode): boolean => outcome === "forbidden" || outcome === "unread";
  const done = parts.filter(
    (part) => !isUnread(part) && isUpgraded(part) && !gates.upgrade.waitingFor.includes(part.label),
  );
  return { all: parts.length, done: done.length, unknown: parts.filter(isUnread).length };
}

function isUpgraded({ outcome, facts }: ReportNode): boolean {
  const { observedVersion, expectedVersion } = facts;
  return outcome === "found" && (expectedVersion === undefined || observedVersion === expectedVersion);
}
