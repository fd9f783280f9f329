import { profileNames } from "../../shared/model/families.ts";
import type { Import } from "./import-graph.ts";

// The order of the rooms within each floor. Biome holds the floors themselves (biome.json).

/** Rooms of one floor in their order: each imports only rooms of an earlier step, never one of its own step or a later one. */
interface Floor {
  readonly folder: string;
  readonly steps: readonly (readonly string[])[];
}

/** `io`: a connection is made of the rooms before it; the readers and the watch stand on it. */
export const floors: readonly Floor[] = [
  {
    folder: "shared/render",
    steps: [
      ["shell"],
      ["terminal"],
      ["words"],
      ["jsonpath"],
      ["formats", "watch"],
      ["fleet"],
      ["commands", "editor", "assistant"],
    ],
  },
  {
    folder: "shared/io",
    steps: [
      ["errors"],
      ["files"],
      ["kubeconfig"],
      ["socket"],
      ["proxy"],
      ["transport"],
      ["auth"],
      ["connection"],
      ["reader"],
      ["must-gather", "watch", "inventory"],
    ],
  },
  {
    folder: "plugin",
    steps: [
      ["process"],
      ["cli"],
      ["naming"],
      ["read"],
      ["status"],
      ["follow"],
      ["watch", "serve", "commands", "completion"],
      ["fleet"],
      ["wait"],
      ["mcp"],
    ],
  },
  {
    folder: "extension",
    steps: [
      ["platform"],
      ["places"],
      ["session"],
      [
        "tree",
        "manifest",
        "live-yaml",
        "logs",
        "dry-run",
        "terminal",
        "links",
        "explorer",
        "assist",
        "timeline",
        "commands",
        "schema",
      ],
    ],
  },
  {
    folder: "shared/aggregate",
    steps: [
      ["evaluation", "snapshot"],
      ["core", "related", "naming", "completeness"],
      ["root-cause", "impact"],
      // A room for each family.
      profileNames,
      // What the upgrade of one family stands on, by the rules of another.
      ["platform"],
    ],
  },
];

/** What is asked of a Report or a Snapshot beside aggregation: aggregation never imports it. */
export const roomsBesideAggregation: readonly string[] = [
  "shared/upgrade-gate",
  "shared/permissions",
  "shared/wait",
  "shared/changes",
  "shared/timeline",
  "shared/explain",
  "shared/redact",
  "shared/logs",
  "shared/manifest",
  "shared/schema",
];

/** Why an import is refused, in one sentence; undefined where it is allowed. */
export function refuseImport({ from, to, isLater }: Import): string | undefined {
  return (
    refuseLaterRoom(from, to) ??
    refuseRoomBeside(from, to) ??
    (to.endsWith(".lazy.ts") && !isLater && !from.endsWith(".lazy.ts")
      ? `${from} imports ${to}, which exists to load later: use import() or a type.`
      : undefined)
  );
}

function refuseLaterRoom(from: string, to: string): string | undefined {
  for (const { folder, steps } of floors) {
    const [own, other] = [from, to].map((file) => roomOf(folder, steps.flat(), file));
    if (own === undefined || other === undefined || own === other) continue;
    const [ownStep, otherStep] = [own, other].map((room) => steps.findIndex((step) => step.includes(room)));
    if (ownStep === undefined || otherStep === undefined || ownStep < 0 || otherStep < ownStep) continue;
    const order = steps.map((step) => step.join(", ")).join(" < ");
    return `${from} imports ${to}: rooms of ${folder} import only what stands before them (${order}).`;
  }
  return undefined;
}

function refuseRoomBeside(from: string, to: string): string | undefined {
  const isRefused =
    from.startsWith("shared/aggregate/") && roomsBesideAggregation.some((room) => to.startsWith(`${room}/`));
  return isRefused
    ? `${from} imports ${to}: aggregation never imports what is asked of a Report or a Snapshot beside it.`
    : undefined;
}

/** The room of a file, the innermost one; undefined where it stands in none. */
function roomOf(folder: string, rooms: readonly string[], file: string): string | undefined {
  const around = rooms.filter((room) => file.startsWith(`${folder}/${room}/`));
  return around.toSorted((a, b) => b.length - a.length)[0];
}
