import type { OutlineEntry, Text } from "../model/outline.ts";
import type { ChangedCondition, RecentChange, RecentChanges } from "../model/recent-change.ts";
import { type AgeClock, momentPhrase } from "./ages.ts";
import { aside, entry, joined, name, phrase, words } from "./text.ts";
import { countText, joinFilled } from "./words/names.ts";

/** The section about what changed during the last hour, newest first. Nothing where nothing did. */
export function recentChangesSection(changes: RecentChanges | undefined, clock: AgeClock): readonly OutlineEntry[] {
  if (changes === undefined) return [];
  const entries = changes.newest.map((change, index) => changeEntry(change, index, clock));
  const omitted = changes.count - changes.newest.length;
  if (omitted > 0) {
    const text = words(`and ${countText(omitted, "older change")}`);
    entries.push(entry("summary", "change more", { weight: "full", text }));
  }
  return [
    entry("section", "changes", {
      weight: "full",
      subject: words("CHANGED IN THE LAST HOUR"),
      text: [aside("(newest first)")],
      entries,
    }),
  ];
}

/** `Deployment virt-api rolls out ReplicaSet virt-api-7d9c 14m ago`. */
function changeEntry(change: RecentChange, index: number, clock: AgeClock): OutlineEntry {
  return entry("node", `change ${index}`, {
    weight: "full",
    subject: [name(`${change.about.kind} ${change.about.name}`)],
    text: [...changeText(change), aside(` ${momentPhrase(change.at, clock)}`)],
    about: change.about,
  });
}

/** What changed, behind the name of the object: `container virt-api restarted (Error, exit 1)`. */
function changeText(change: RecentChange): Text {
  switch (change.is) {
    case "deletion-requested":
      return words("deletion was requested");
    case "created":
      return words("was created");
    case "recreated":
      return words("was deleted and created again");
    case "rollout":
      return phrase`rolls out ReplicaSet ${change.replicaSet}`;
    case "new-pods":
      return phrase`created ${countText(change.count, "pod")}`;
    case "restart":
      return phrase`container ${change.container} restarted${exitText(change)}`;
    case "spec-written":
      return phrase`spec was written by ${change.client}`;
    case "transition":
      return joined(", ", change.conditions.map(conditionText));
  }
}

/** ` (Error, exit 1)`. */
function exitText({ reason, exitCode }: { readonly reason: string; readonly exitCode: string }): string {
  const end = joinFilled(", ", [reason, exitCode === "" ? "" : `exit ${exitCode}`]);
  return end === "" ? "" : ` (${end})`;
}

/** `Available=False (ComponentNotReady)`. */
function conditionText({ type, status, reason }: ChangedCondition): Text {
  return phrase`${type}=${status}${reason === "" ? "" : ` (${reason})`}`;
}
