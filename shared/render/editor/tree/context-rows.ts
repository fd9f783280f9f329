import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { RootNode } from "../../../model/report.ts";
import { inEnglish, type Translate } from "../../../outline/translate.ts";
import { inOrder } from "../../fleet/member-state.ts";
import { type FleetRow, fleetRow } from "../../fleet/rows.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import type { FleetMember } from "../../words/commands/fleet-member.ts";
import {
  contextStateText,
  moreContextsLabel,
  moreContextsText,
  notConnectedText,
  otherObjectsText,
} from "../../words/editor/contexts.ts";
import { markWord, readAloud } from "../../words/editor/tree-accessibility.ts";
import { type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";
import { type OutlineRow, type RowWords, treeRow } from "./row.ts";
import { siblingRows } from "./sibling-list.ts";

/** One context of several. */
export interface ToldContext {
  /** The id of its row, which stays the same in the next Report. */
  readonly id: string;
  readonly member: FleetMember;
  /** No request is sent before the user connects. */
  readonly isPaused: boolean;
  /** Its roots, or what the user can do where there are none; absent while it is being read. */
  readonly below?: () => readonly OutlineRow[];
}

/** What the rows of contexts depend on. */
export interface ContextRowOptions {
  readonly say: Translate;
  /** Leaves out healthy contexts, and names them in a last row. */
  readonly isUnhealthyOnly: boolean;
  /** The number of contexts that are not read, and of those that are at most. */
  readonly unread?: { readonly number: number; readonly most: number };
}

/** A row for each context with its verdict first, in the order of `--all-contexts`: worst first, equals by name. */
export function buildContextRows(
  contexts: readonly ToldContext[],
  { say, isUnhealthyOnly, unread }: ContextRowOptions,
): readonly OutlineRow[] {
  const byMember = new Map(contexts.map((context) => [context.member, context]));
  const voice: RowWords = {
    ...{ say, isUnhealthyOnly, zoneAt: () => 0, place: "", kubectl: "", meaning: () => undefined },
    clock: { now: "", tells: "age" },
  };
  const rows = siblingRows(
    "contexts",
    {
      items: inOrder([...byMember.keys()]).flatMap((member) => describeContext(byMember.get(member), say)),
      key: ({ id }) => id,
      mark: ({ mark }) => mark,
      name: ({ name }) => name,
      row: (context) => contextRow(context, say),
    },
    voice,
  );
  return [...rows, ...(unread === undefined || unread.number === 0 ? [] : [unreadRow(unread, say)])];
}

/** A context with its texts, which are harmless. */
interface DescribedContext extends ToldContext {
  readonly name: string;
  readonly mark: RowMark;
  /** The verdict or what is in the way, with its age. */
  readonly state: string;
  /** The cause, without what the state says already. */
  readonly cause: string;
  readonly row: FleetRow;
}

function describeContext(context: ToldContext | undefined, say: Translate): readonly DescribedContext[] {
  if (context === undefined) return [];
  const { member, isPaused } = context;
  const isConnecting = member.trouble?.is === "connecting";
  const row = fleetRow(member, { tells: "age", wide: false });
  return [
    {
      ...context,
      row,
      name: sanitizeLine(member.context),
      // A context that is being read needs no attention yet, but is not healthy either.
      mark: isConnecting && !isPaused ? "busy" : row.mark,
      state: isPaused ? notConnectedText(say) : contextStateText(say, row.state, row.since),
      cause: isConnecting ? "" : causeIn(row),
    },
  ];
}

function causeIn({ state, cause }: FleetRow): string {
  const lead = `${contextStateText(inEnglish, state, "")}: `;
  return cause.startsWith(lead) ? cause.slice(lead.length) : cause;
}

function contextRow(context: DescribedContext, say: Translate): OutlineRow {
  const { id, mark, member, below, name, state, cause, row } = context;
  const aloud = fleetRow(member, { tells: "words", wide: false });
  const spokenState = context.isPaused ? state : contextStateText(say, aloud.state, aloud.since);
  const beside = [name, cause].filter((text) => text !== "");
  return treeRow(
    {
      ...{ id, mark, label: state, description: beside.join(" · "), context: ["context"] },
      spoken: readAloud([name, spokenState, cause, markWord(say, mark)]),
      copied: [`${name}: ${state}`, ...beside.slice(1)].join(" · "),
      culprits: member.report.roots.reduce((sum, root) => sum + culpritsOf(root), 0),
      hinted: JSON.stringify([row.server, row.version, row.others]),
    },
    below,
    () => tooltipOf(context, say),
  );
}

function culpritsOf({ verdict, causes }: RootNode): number {
  return verdict === "healthy" ? 0 : new Set(causes.map(({ component }) => component)).size;
}

function tooltipOf({ member, name, state, cause, row }: DescribedContext, say: Translate): readonly MarkdownPart[] {
  const whole = fleetRow(member, { tells: "age", wide: true });
  const others = row.others > 0 ? otherObjectsText(say, row.others) : "";
  const facts = [row.server, row.version, others].filter((fact) => fact !== "").join(" · ");
  return [
    paragraphPart({ as: "strong", text: name }, ` ${state}`),
    ...[cause === "" ? "" : causeIn(whole), facts].flatMap((text) => (text === "" ? [] : [paragraphPart(text)])),
  ];
}

function unreadRow({ number, most }: Required<ContextRowOptions>["unread"], say: Translate): OutlineRow {
  const [label, description] = [moreContextsLabel(say, number), moreContextsText(say, most)];
  const own = { id: "contexts/%more", mark: "unknown", label, description, context: ["hidden"] } as const;
  return treeRow({ ...own, spoken: readAloud([label, description]) });
}
