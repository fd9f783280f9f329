import { exitCodes } from "../../../plugin/cli/exit-codes.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { linkManifest } from "../../../shared/manifest/link-manifest.ts";
import type { Report, RootNode } from "../../../shared/model/report.ts";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import { allVerdicts, type Verdict } from "../../../shared/model/verdict.ts";
import { type WaitGoal, waitStates } from "../../../shared/model/wait.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";
import type { AnnotatedPlace } from "../../../shared/render/editor/annotations/annotated-place.ts";
import { statusBarText } from "../../../shared/render/editor/annotations/badge-and-status-bar.ts";
import { inlayText } from "../../../shared/render/editor/annotations/inlay-and-status.ts";
import { fleetStateOf } from "../../../shared/render/fleet/member-state.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";

/** What each surface makes of one snapshot, reduced to where it says that something is good. */
export interface SurfaceAnswers {
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly reached: readonly string[];
  readonly gate: "ALLOW" | "BLOCK" | "UNKNOWN";
  readonly fleet: string;
  /** The editor shows at least one root as healthy, or nothing in the status bar. */
  readonly editor: readonly string[];
  readonly roots: readonly RootNode[];
}

const goals: readonly (readonly [string, WaitGoal])[] = [
  ...waitStates.map((is) => [is, { is }] as const),
  ["condition=Available", { is: "condition", type: "Available", status: "True" }],
  ["condition=Degraded=False", { is: "condition", type: "Degraded", status: "False" }],
];

/** `documents`: the roots whose manifests the editor shows; those of the snapshot itself unless given. */
export function readSurfaces(snapshot: Snapshot, documents?: readonly RootNode[]): SurfaceAnswers {
  const report = aggregate(snapshot);
  const shown = documents ?? report.roots;
  return {
    verdict: report.verdict,
    exitCode: exitCodes[report.verdict],
    reached: goals.filter(([, goal]) => evaluateWaitGoal(report, goal).blocking.length === 0).map(([name]) => name),
    gate: upgradeGate(report).answer,
    fleet: fleetStateOf({ context: "prod", report }),
    roots: report.roots,
    editor: [
      ...shown.filter((root) => isShownHealthy(root, snapshot, report)).map(({ ref }) => `${ref.kind} ${ref.name}`),
      ...(report.roots.length > 0 && statusBarText(report, here) === undefined ? ["status bar"] : []),
    ],
  };
}

/** Each way in which `after` is better than `before`: one sentence a surface. Empty where nothing is. */
export function listImprovements(before: SurfaceAnswers, after: SurfaceAnswers): readonly string[] {
  const was = allVerdicts.indexOf(before.verdict);
  const is = allVerdicts.indexOf(after.verdict);
  const newlyReached = after.reached.filter((goal) => !before.reached.includes(goal));
  const newlyHealthy = after.editor.filter((surface) => !before.editor.includes(surface));
  return [
    // What can no longer be seen is unknown, which is no improvement of what was known to be bad.
    ...(is > was && after.verdict !== "unknown" && !isStepOfDeletion(before, after)
      ? [`the verdict is ${after.verdict}, it was ${before.verdict}`]
      : []),
    ...(after.exitCode === 0 && before.exitCode !== 0 ? [`--exit-code is 0, it was ${before.exitCode}`] : []),
    ...newlyReached.map((goal) => `wait --for ${goal} is reached`),
    ...(after.gate === "ALLOW" && before.gate !== "ALLOW" ? [`the gate says ALLOW, it said ${before.gate}`] : []),
    ...(after.fleet === "healthy" && before.fleet !== "healthy"
      ? [`the fleet says healthy, it said ${before.fleet}`]
      : []),
    ...newlyHealthy.map((surface) => `the editor shows ${surface} as healthy`),
  ];
}

/**
 * Whether a deletion that was held up is under way, because a component of the HyperConverged that is being deleted is
 * gone or going. That is progress, and no improvement beyond it.
 */
function isStepOfDeletion(before: SurfaceAnswers, after: SurfaceAnswers): boolean {
  const standing = ({ roots }: SurfaceAnswers): number =>
    roots
      .filter(({ deleting }) => deleting)
      .flatMap(({ children }) => children)
      .filter(({ role, outcome, deleting }) => role === "component" && outcome !== "absent" && !deleting).length;
  return after.verdict === "progressing" && standing(after) < standing(before);
}

const here: AnnotatedPlace = {
  name: "prod",
  isFiles: false,
  link: { state: "live" },
  needsLogin: false,
  isAsking: false,
  now: "2026-11-21T12:00:00Z",
  timeOf: () => "12:00",
};

function isShownHealthy({ ref }: RootNode, snapshot: Snapshot, report: Report): boolean {
  const place = { kind: "cluster", namespaces: [] } as const;
  const text = [
    `apiVersion: ${ref.group}/${ref.version}`,
    `kind: ${ref.kind}`,
    `metadata: { name: ${ref.name}, namespace: ${ref.namespace ?? '""'} }`,
  ].join("\n");
  return parseManifest(text).objects.some((object) => {
    const link = linkManifest(object, { place, phase: "shown", snapshot, report });
    return (inlayText(link, here) ?? "").includes("healthy");
  });
}
