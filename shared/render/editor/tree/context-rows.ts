import { sanitizeLine } from "../../../characters/sanitize.ts";
import { currentCluster } from "../../../model/kubectl-command.ts";
import type { RootNode } from "../../../model/report.ts";
import { plainText } from "../../../outline/text.ts";
import { versionText } from "../../../outline/words/component.ts";
import { countText, joinFilled } from "../../../outline/words/names.ts";
import { membersInOrder } from "../../fleet/member-state.ts";
import { type FleetRow, fleetRow } from "../../fleet/rows.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import type { FleetMember, FleetState } from "../../words/commands/fleet.ts";
import { type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";
import { type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";

/** One context of several. */
export interface ShownContext {
  /** The id of its row, which stays the same in the next Report. */
  readonly id: string;
  readonly member: FleetMember;
  /** No request is sent before the user connects. */
  readonly isPaused: boolean;
  /** Its roots, or what the user can do where there are none; absent while it is being read. */
  readonly below?: () => readonly OutlineRow[];
}

/** What the rows of contexts depend on. */
interface ContextRowOptions {
  /** Leaves out healthy contexts, and names them in a last row. */
  readonly isUnhealthyOnly: boolean;
  /** The number of contexts that are not read, and of those that are at most. */
  readonly unread?: { readonly number: number; readonly max: number };
}

/** A row for each context with its verdict first, in the order of `--all-contexts`: worst first, equals by name. */
export function buildContextRows(
  contexts: readonly ShownContext[],
  { isUnhealthyOnly, unread }: ContextRowOptions,
): readonly OutlineRow[] {
  const contextByMember = new Map(contexts.map((context) => [context.member, context]));
  const sortedContexts = membersInOrder([...contextByMember.keys()]).flatMap(
    (member) => contextByMember.get(member) ?? [],
  );
  // Of these only `isUnhealthyOnly` counts: the texts of a context come from a row of the fleet.
  const wording: RowWording = {
    isUnhealthyOnly,
    isFiles: false,
    source: "cluster",
    zoneAt: () => 0,
    place: "",
    reach: currentCluster,
    meaning: () => undefined,
    clock: { now: "", format: "age" },
  };
  const list: SiblingList<DescribedContext> = {
    items: sortedContexts.map(describeContext),
    key: ({ id }) => id,
    mark: ({ mark }) => mark,
    name: ({ name }) => name,
    row: contextRow,
  };
  const rows = siblingRows("contexts", list, wording);
  return unread === undefined || unread.number === 0 ? rows : [...rows, unreadRow(unread)];
}

/** A context with its texts, which are harmless. */
interface DescribedContext extends ShownContext {
  readonly name: string;
  readonly mark: RowMark;
  /** The verdict or what is in the way, with its age. */
  readonly state: string;
  /** The cause, without what the state says already. */
  readonly cause: string;
  readonly row: FleetRow;
}

function describeContext(context: ShownContext): DescribedContext {
  const { member, isPaused } = context;
  const isConnecting = member.trouble?.is === "connecting";
  const row = fleetRow(member, { format: "age", wide: false });
  return {
    ...context,
    row,
    name: sanitizeLine(member.context),
    // A context that is being read needs no attention yet, but is not healthy either.
    mark: isConnecting && !isPaused ? "busy" : row.mark,
    state: isPaused ? "not connected" : contextStateText(row.state, row.since),
    cause: isConnecting ? "" : (row.why ?? row.cause),
  };
}

function contextRow(context: DescribedContext): OutlineRow {
  const { id, mark, member, below, name, state, cause, row } = context;
  const aloud = fleetRow(member, { format: "words", wide: false });
  const spokenState = context.isPaused ? state : contextStateText(aloud.state, aloud.since);
  return treeRow(
    {
      id,
      mark,
      label: state,
      description: joinFilled(" · ", [name, cause]),
      context: context.isPaused || row.state === "login" ? ["context", "unconnected"] : ["context"],
      spoken: readAloud([name, spokenState, cause, markWords[mark]]),
      copied: joinFilled(" · ", [`${name}: ${state}`, cause]),
      causeCount: member.report.roots.reduce((sum, root) => sum + countUnhealthyParts(root), 0),
      hinted: JSON.stringify([row.server, plainText(versionText(row.version)), row.others]),
    },
    below,
    () => tooltipOf(context),
  );
}

/** The number of components that the causes of a root name. */
function countUnhealthyParts({ verdict, causes }: RootNode): number {
  return verdict === "healthy" ? 0 : new Set(causes.map(({ component }) => component)).size;
}

function tooltipOf({ member, name, state, cause, row }: DescribedContext): readonly MarkdownPart[] {
  const parts = [paragraphPart({ as: "strong", text: name }, ` ${state}`)];
  if (cause !== "") {
    const wideRow = fleetRow(member, { format: "age", wide: true });
    parts.push(paragraphPart(wideRow.why ?? wideRow.cause));
  }
  const others = row.others > 0 ? countText(row.others, "more object") : "";
  const facts = joinFilled(" · ", [row.server, plainText(versionText(row.version)), others]);
  if (facts !== "") parts.push(paragraphPart(facts));
  return parts;
}

function unreadRow({ number, max }: Required<ContextRowOptions>["unread"]): OutlineRow {
  const label = `${number} more contexts`;
  const description = `not read: at most ${max} are`;
  const spoken = readAloud([label, description]);
  return treeRow({ id: "contexts/%more", mark: "unknown", label, description, spoken, context: ["hidden"] });
}

/** The state of a context, with its age: `unavailable for 14m`, `unreachable for 3m`, `login required`. */
function contextStateText(state: FleetState, age: string): string {
  switch (state) {
    case "unreached":
      return joinFilled(" for ", ["unreachable", age]);
    case "unusable":
      return "unusable";
    case "login":
      return "login required";
    case "forbidden":
      return "forbidden";
    case "nothing":
      return "nothing found";
    case "connecting":
    case "interrupted":
      return "connecting";
    default:
      return joinFilled(" for ", [state === "unknown" ? "status unknown" : state, age]);
  }
}
