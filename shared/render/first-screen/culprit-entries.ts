import { nodesOnPath } from "../../model/cause/cause-path.ts";
import type { Cause, ReportNode, RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { causeEvidence } from "../../outline/cause-clauses.ts";
import { withoutEndMark } from "../../outline/end-marks.ts";
import { partLabel } from "../page/component-rows.ts";
import { verdictMark } from "../terminal/verdict-marks.ts";
import { blamedState, eventText, hiddenText, stationText, textBelow } from "../words/first-screen/culprit.ts";
import { stateText } from "../words/first-screen/headline.ts";
import { joinNames, shortenNames } from "../words/report/names.ts";
import type { CulpritEntry } from "./first-screen.ts";

/** How the entries of one root are made. */
interface EntrySetting {
  readonly root: RootNode;
  readonly clock: AgeClock;
  /** How a command begins, such as `oc` or `kubectl --context prod`. */
  readonly kubectl: string;
}

/** The most culprits with lines of their own. */
const mostCulprits = 3;

/** The worst causes of a root as entries, in their order: three, unless `most` is another number. */
export function culpritEntries(setting: EntrySetting, most: number = mostCulprits): readonly CulpritEntry[] {
  const entries = setting.root.causes.slice(0, most).map((cause) => culpritEntry(cause, setting));
  return entries.map((entry, index) => {
    const before = entries.slice(0, index).flatMap(({ commands }) => commands);
    return { ...entry, commands: entry.commands.filter((command) => !before.includes(command)) };
  });
}

/** The names of the culprits without an entry, where the first `most` have one. */
export function otherCulprits(root: RootNode, most: number = mostCulprits): readonly string[] {
  const names = root.causes.slice(most).map((cause) => causeName(cause, root));
  return [...new Set(names)];
}

function culpritEntry(cause: Cause, { root, clock, kubectl }: EntrySetting): CulpritEntry {
  const [part, ...below] = nodesOnPath(root, cause);
  const isOwn = cause.path.length === 1;
  const isInTree = below.length === cause.path.length - 2;
  // Without the whole way in the tree, the sentence keeps its names.
  const stations = isInTree ? below : [];
  const counted = part !== undefined && isInTree && isCounted(part) ? [part, ...stations] : stations;
  const text = textBelow(cause, counted);
  const [event] = cause.events.filter(({ message }) => isNews(message, causeEvidence(cause)));
  const end = stations.at(-1);
  return {
    mark: verdictMark(cause.verdict),
    name: causeName(cause, root),
    state:
      isOwn && cause.verdict === root.verdict
        ? ""
        : stateText(blamedState(root, part, cause.verdict), cause.since, clock),
    note: part === undefined ? "" : hiddenText(root, part),
    ways: waysDown(stations),
    end: end === undefined ? "" : stationText(end),
    text,
    // The numbers of a container say what its events say.
    event: event === undefined || end?.role === "container" ? "" : eventText(event, clock),
    commands: cause.next.map(({ command }) => command.replace(/^kubectl/, () => kubectl)),
  };
}

/** Whether most of an event's message is not in the cause. */
function isNews(message: string, text: string): boolean {
  const pieces = withoutEndMark(message.trim()).split(": ");
  const known = pieces.filter((piece) => text.includes(piece)).join(": ");
  return message !== "" && known.length * 2 < message.length;
}

/** Whether a part is a workload, whose name stands with its replicas. */
function isCounted({ role, facts }: ReportNode): boolean {
  return role === "workload" && facts["ready"] !== undefined;
}

/** The name of the part, with those that share the cause; of a cause of the root itself, its kind. */
function causeName(cause: Cause, root: RootNode): string {
  if (cause.path.length === 1) return root.ref.kind;
  const [part] = nodesOnPath(root, { path: cause.path.slice(0, 2) });
  const name = part === undefined ? cause.component : isCounted(part) ? stationText(part) : partLabel(part);
  return joinNames(shortenNames([name, ...(cause.sharedBy ?? [])], 3));
}

/** The way down in full, without the Pods and ReplicaSets between, and its two ends alone. */
function waysDown(stations: readonly ReportNode[]): readonly string[] {
  const isEnd = (_: ReportNode, index: number): boolean => index === stations.length - 1;
  const full = stations.filter((node, index) => node.role !== "replicaset" || isEnd(node, index));
  const short = full.filter((node, index) => node.role !== "pod" || index === full.length - 1);
  const ways = [full, short, short.slice(0, 1)].map((nodes) => nodes.map(stationText).join(" > "));
  return [...new Set(ways)].filter((way) => way !== "");
}
