import type { ReportNode, RootNode } from "../model/report.ts";
import type { UnmetRequirement, UpgradeLag } from "../model/wait.ts";

/** The obstacle that an upgrade is not finished, with the components that it waits for and those that are `behind`. */
export function toUpgradeRequirement(root: RootNode, behind: readonly string[], asked?: string): UnmetRequirement {
  const { ref: about, label, gates, facts, children } = root;
  const { running } = gates.upgrade;
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const isOther = asked !== undefined && !isSameVersion(asked, wanted);
  const waitingFor = [...new Set([...gates.upgrade.waitingFor, ...behind])];
  return {
    ...{ code: "upgrade", about, label, running, waitingFor },
    ...(version !== undefined && { version }),
    ...(wanted !== undefined && { wanted }),
    ...(isOther && { asked }),
    lags: children.filter((child) => waitingFor.includes(child.label)).map((child) => toUpgradeLag(child, root)),
  };
}

function toUpgradeLag({ label, facts, conditions, verdict }: ReportNode, root: RootNode): UpgradeLag {
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const { stalledSince } = root.facts;
  // A component that reports that it is healthy does not tell since when the upgrade waits for it.
  const isSilent = verdict === "healthy" && wanted !== undefined && isBehind(facts);
  const busy = (isSilent ? root.conditions : conditions).find(
    ({ sense, status }) => sense === "busy" && status === "True",
  );
  const since = stalledSince ?? busy?.since;
  return {
    ...{ label, stalled: stalledSince !== undefined },
    ...(version !== undefined && { version }),
    ...(wanted !== undefined && { wanted }),
    ...(since !== undefined && { since }),
  };
}

/** Whether a component has another version than its operator installs. */
export function isBehind({ observedVersion, expectedVersion }: ReportNode["facts"]): boolean {
  return observedVersion !== expectedVersion;
}

/** Whether two versions are the same without a leading `v`: `v1.20.0` is 1.20.0. An unknown version is none. */
export function isSameVersion(a: string, b = ""): boolean {
  return withoutPrefix(a) === withoutPrefix(b);
}

function withoutPrefix(version: string): string {
  return version.replace(/^v(?=\d)/, "");
}
