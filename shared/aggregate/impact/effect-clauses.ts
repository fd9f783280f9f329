import { definedFields } from "../../model/defined-fields.ts";
import {
  actionSubjects,
  type Impact,
  type ImpactCode,
  type ImpactSubject,
  impactSubjects,
  type StoppedAction,
  stoppedActions,
} from "../../model/finding/impact.ts";
import type { DownPart, ImpactNodes } from "./down-parts.ts";
import type { UncertainPart } from "./uncertain-parts.ts";

/**
 * The clauses about what certainly cannot be done: first everywhere, then on the nodes that lack a part. What cannot be done
 * everywhere is not repeated for a node.
 */
export function makeStoppedClauses(downParts: readonly DownPart[]): readonly Impact[] {
  const certainParts = downParts.filter(({ isPossible }) => !isPossible);
  const partsEverywhere = certainParts.filter(isDownEverywhere);
  const partsOnNodes = certainParts.filter((part) => !isDownEverywhere(part));
  const stoppedEverywhere = new Set(partsEverywhere.flatMap(({ row }) => row.stops));
  return [
    ...makeClausesBySubject(partsEverywhere, new Set()),
    ...partsOnNodes.flatMap((part) => makeClausesBySubject([part], stoppedEverywhere, part.where)),
  ];
}

/**
 * The clauses about what may fail: first everywhere, then on the nodes that lack a part. What cannot be done everywhere is
 * omitted, and what may fail everywhere is not repeated for a node.
 *
 * @param failingComponents components that report themselves unavailable or do not exist
 * @param downParts parts that are down, of which those count whose effect is not certain
 */
export function makePossibleClauses(
  failingComponents: readonly UncertainPart[],
  downParts: readonly DownPart[],
): readonly Impact[] {
  const certainParts = downParts.filter((part) => !part.isPossible && isDownEverywhere(part));
  const stoppedEverywhere = new Set(certainParts.flatMap(({ row }) => row.stops));
  const possibleParts = downParts.filter(({ isPossible }) => isPossible);
  const partsEverywhere = [...failingComponents, ...possibleParts.filter(isDownEverywhere)];
  const partsOnNodes = possibleParts.filter((part) => !isDownEverywhere(part));
  const clausesEverywhere = makeClausesBySubject(partsEverywhere, stoppedEverywhere).map((clause): Impact => {
    const components = failingComponents.filter(({ row }) => clause.components.includes(row.component));
    return { ...clause, isPossible: true, ...definedFields({ unread: listUnreadWorkloads(components) }) };
  });
  const namedEverywhere = new Set([...stoppedEverywhere, ...partsEverywhere.flatMap(({ row }) => row.stops)]);
  const clausesOnNodes = partsOnNodes.flatMap((part) => makeClausesBySubject([part], namedEverywhere, part.where));
  return [...clausesEverywhere, ...clausesOnNodes.map((clause): Impact => ({ ...clause, isPossible: true }))];
}

function isDownEverywhere({ where }: DownPart): boolean {
  return where === undefined;
}

/** The clauses about what the parts stop, one for each subject. See `makeSubjectClause`. */
function makeClausesBySubject(
  parts: readonly Pick<DownPart, "row" | "ref">[],
  namedActions: ReadonlySet<StoppedAction>,
  nodes?: ImpactNodes,
): readonly Impact[] {
  if (parts.length === 0) return [];
  return impactSubjects
    .map((subject) => makeSubjectClause(subject, parts, namedActions, nodes))
    .filter((clause) => clause !== undefined);
}

/**
 * The clause about what the parts stop of one subject. Undefined if no action is left.
 *
 * @param namedActions actions that another clause names, and that this one omits together with the actions that they cover
 * @param nodes the nodes that lack the parts, unless the parts are down everywhere
 */
function makeSubjectClause(
  subject: ImpactSubject,
  parts: readonly Pick<DownPart, "row" | "ref">[],
  namedActions: ReadonlySet<StoppedAction>,
  nodes: ImpactNodes | undefined,
): Impact | undefined {
  const isOfSubject = (action: StoppedAction): boolean => actionSubjects[action] === subject;
  const partsOfSubject = parts.filter(({ row }) => row.stops.some(isOfSubject));
  const actions = new Set(partsOfSubject.flatMap(({ row }) => row.stops).filter(isOfSubject));
  const stops = stoppedActions.filter(
    (action) =>
      actions.has(action) &&
      !namedActions.has(action) &&
      !isCovered(action, actions) &&
      !isCovered(action, namedActions),
  );
  if (stops.length === 0) return undefined;
  const areAllNodesNamed = nodes !== undefined && nodes.names.length === nodes.count;
  return {
    code: subject,
    stops,
    components: [...new Set(partsOfSubject.map(({ row }) => row.component))],
    ...definedFields({
      count: nodes?.count,
      of: nodes?.of,
      nodes: areAllNodesNamed ? nodes.names : undefined,
    }),
    because: partsOfSubject.map(({ ref }) => ref),
  };
}

/** Actions that are impossible where a wider action is: where no virtual machine can start, none can use a Linux bridge. */
const widerActions: { readonly [action in StoppedAction]?: StoppedAction } = {
  "shut-down-vm": "stop-vm",
  "use-linux-bridge": "start-vm",
  "use-open-vswitch": "start-vm",
  "use-macvtap": "start-vm",
  "upload-disk-from-outside": "upload-disk",
};

/** Whether one of `actions` is wider than `action` and says the same. */
function isCovered(action: StoppedAction, actions: ReadonlySet<StoppedAction>): boolean {
  const widerAction = widerActions[action];
  return widerAction !== undefined && actions.has(widerAction);
}

/**
 * The clauses about parts of which it is not known whether they work: one for each part and subject about which the part does
 * something.
 */
export function makeDoubtClauses(parts: readonly UncertainPart[]): readonly Impact[] {
  return parts.flatMap((part): readonly Impact[] => {
    const { uncertain = [] } = part;
    const clause = makePartsClause("not-known", [part]);
    if (uncertain.length === 0) return [clause];
    const actionsBySubject = Map.groupBy(uncertain, (action) => actionSubjects[action]);
    const subjects = impactSubjects.filter((subject) => actionsBySubject.has(subject));
    return subjects.map((subject) => ({ ...clause, ...definedFields({ uncertain: actionsBySubject.get(subject) }) }));
  });
}

/** The clauses about what a single component does that was not read. Several components have one clause without actions. */
export function makeUnreadClauses(unreadParts: readonly UncertainPart[]): readonly Impact[] {
  if (unreadParts.length === 1) return makeDoubtClauses(unreadParts);
  return [{ ...makePartsClause("not-known", unreadParts), areComponentsUnread: true, isAlone: true }];
}

/** The clauses about components whose effect is not known: those with a fault first, then those that were not read at all. */
export function makeNotKnownClauses(
  faultyParts: readonly UncertainPart[],
  unreadParts: readonly UncertainPart[],
): readonly Impact[] {
  const clauses: Impact[] = [];
  if (faultyParts.length > 0) {
    const workloads = faultyParts.flatMap(({ parts = [] }) => parts);
    const namedParts = workloads.length > 0 ? workloads : undefined;
    const unread = listUnreadWorkloads(faultyParts);
    clauses.push({ ...makePartsClause("not-known", faultyParts), ...definedFields({ parts: namedParts, unread }) });
  }
  if (unreadParts.length > 0) {
    clauses.push({ ...makePartsClause("not-known", unreadParts), areComponentsUnread: true });
  }
  return clauses;
}

/**
 * The clause about parts whose pods are ready: they lack pods and still work (`works`, `none`), or nothing manages them
 * (`unmanaged`).
 */
export function makeWorkingClause(
  code: "works" | "none" | "unmanaged",
  workingParts: readonly UncertainPart[],
): Impact {
  const actions = workingParts.flatMap(({ uncertain = [] }) => uncertain);
  return {
    ...makePartsClause(code, workingParts),
    ...definedFields({
      unread: listUnreadWorkloads(workingParts),
      uncertain: code === "unmanaged" ? actions : undefined,
    }),
    pods: workingParts.flatMap(({ pods }) => pods),
  };
}

function makePartsClause(code: ImpactCode, parts: readonly UncertainPart[]): Impact {
  return {
    code,
    stops: [],
    components: parts.map(({ row }) => row.component),
    because: parts.map(({ ref }) => ref),
  };
}

/** The workloads that were not read, by component. Undefined if all were read. */
function listUnreadWorkloads(parts: readonly UncertainPart[]): Impact["unread"] {
  const incompleteParts = parts.filter(({ unread }) => unread.length > 0);
  if (incompleteParts.length === 0) return undefined;
  return incompleteParts.map(({ row, unread }) => ({ component: row.component, workloads: unread }));
}
