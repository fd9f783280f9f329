import type { Raw } from "../gate-situation.ts";

/** A change after which nothing may look better: what it is, which objects it fits, and how it edits one of them. */
export interface Worsening {
  readonly sentence: string;
  readonly fits: (object: Raw) => boolean;
  /** Edits the object in place. */
  readonly edit: (object: Raw) => void;
}

const components = ["KubeVirt", "CDI", "NetworkAddonsConfig", "SSP", "AAQ", "MigController", "FileRestoreOperator"];
const operatorTypes = ["Available", "Progressing", "Degraded", "Upgradeable", "ReconcileComplete"];

function isHyperConverged(object: Raw): boolean {
  return object["kind"] === "HyperConverged" && isReporting(object);
}

export function isComponent({ kind }: Raw): boolean {
  return components.includes(kind);
}

function isReporting(object: Raw): boolean {
  const isOne = object["kind"] === "HyperConverged" || isComponent(object);
  return isOne && Array.isArray(object["status"]?.conditions);
}

export function isRunning({ kind, status }: Raw): boolean {
  return kind === "Deployment" && (status?.readyReplicas ?? 0) > 0;
}

/** Whether the type has its good status, or is not there: another status is no improvement then. */
function isHealthyOrAbsent({ status: { conditions } }: Raw, type: string): boolean {
  const known = conditions.filter((each: Raw | null) => each?.["type"] === type);
  const good = type === "Progressing" || type === "Degraded" ? "False" : "True";
  return known.every(({ status }: Raw) => status === good);
}

function isUpgrading({ status: { conditions } }: Raw): boolean {
  return conditions.some((each: Raw | null) => each?.["reason"] === "HCOUpgrading");
}

/** Gives a condition another status, as old as it was. One that is not there is added. */
function setStatus(object: Raw, type: string, status: unknown): void {
  const { conditions } = object["status"];
  const known = conditions.findLast((each: Raw | null) => each?.["type"] === type);
  const words = { status, reason: "Test", message: "a test" };
  if (known === undefined) conditions.push({ type, ...words, lastTransitionTime: "2026-11-21T09:00:00Z" });
  else Object.assign(known, words);
}

function dropCondition({ status }: Raw, type: string): void {
  status.conditions = status.conditions.filter((each: Raw | null) => each?.["type"] !== type);
}

function setAllUnknown(object: Raw): void {
  for (const type of ["Available", "Progressing", "Degraded"]) setStatus(object, type, "Unknown");
}

const badStatuses: readonly (readonly [type: string, status: unknown])[] = [
  ...["False", "Unknown", "", null, "true", "yes", 1, true].map((status) => ["Available", status] as const),
  ...["True", "Unknown", "", null, "true"].map((status) => ["Progressing", status] as const),
  ...["True", "Unknown", "", null, "true"].map((status) => ["Degraded", status] as const),
  ...["False", "Unknown"].map((status) => ["Upgradeable", status] as const),
];

const badConditions: readonly (readonly [sentence: string, conditions: unknown])[] = [
  ["an empty list", []],
  ["an object", {}],
  ["a text", "none"],
  ["null", null],
  ["a list of texts", ["Available"]],
  ["a list of nulls", [null, null]],
  ["a list of conditions without a type", [{ status: "True" }]],
];

/**
 * An object that was not available no longer reports so. This is no worsening: the verdict may improve from unavailable to
 * degraded, where the workloads of the object are degraded, or to unknown.
 */
export const lostOutage: Worsening = {
  sentence: "all conditions are Unknown, and Available was not True",
  fits: (object) => isReporting(object) && !isUpgrading(object) && !isHealthyOrAbsent(object, "Available"),
  edit: setAllUnknown,
};

/** Reports that a server, another operator or a broken client may leave behind. */
const ofReports: readonly Worsening[] = [
  ...badStatuses.map(
    ([type, status]): Worsening => ({
      sentence: `${type} is ${JSON.stringify(status)}`,
      fits: (object) => isReporting(object) && isHealthyOrAbsent(object, type),
      edit: (object) => setStatus(object, type, status),
    }),
  ),
  ...["Available", "Progressing", "Degraded"].map(
    (type): Worsening => ({
      sentence: `${type} is gone`,
      // A component that lacks only Degraded or Progressing is not worse for it. One that
      // said something bad in it is better without, and so is a root whose components were not read.
      fits: (object) =>
        isReporting(object) && ((type === "Available" && isComponent(object)) || isHealthyOrAbsent(object, type)),
      edit: (object) => dropCondition(object, type),
    }),
  ),
  ...["False", "Unknown"].map(
    (status): Worsening => ({
      sentence: `ReconcileComplete is ${status}`,
      fits: isHyperConverged,
      edit: (object) => setStatus(object, "ReconcileComplete", status),
    }),
  ),
  {
    sentence: "all conditions of the operator are gone",
    fits: isHyperConverged,
    edit: (object) => {
      for (const type of operatorTypes) dropCondition(object, type);
    },
  },
  {
    sentence: "all conditions are Unknown",
    // The condition of an upgrade also says since when it runs, which tells a stalled one from one that has just begun.
    // `lostOutage` has the rule for an object that reports Available=False.
    fits: (object) => isReporting(object) && !isUpgrading(object) && isHealthyOrAbsent(object, "Available"),
    edit: setAllUnknown,
  },
  ...badConditions.map(
    ([sentence, conditions]): Worsening => ({
      sentence: `the conditions are ${sentence}`,
      fits: isReporting,
      edit: ({ status }) => {
        status.conditions = conditions;
      },
    }),
  ),
  {
    sentence: "a second Available contradicts the first",
    fits: isReporting,
    edit: ({ status }) => status.conditions.push({ type: "Available", status: "False", reason: "Second", message: "" }),
  },
  {
    sentence: "the status is of an older generation",
    fits: isReporting,
    edit: ({ metadata, status }) => {
      metadata.generation = (metadata.generation ?? 1) + 5;
      status.observedGeneration = 1;
      for (const each of status.conditions) if (each?.observedGeneration !== undefined) each.observedGeneration = 1;
    },
  },
];

const ofComponents: readonly Worsening[] = [
  {
    sentence: "the component is being deleted",
    fits: isComponent,
    edit: ({ metadata }) => {
      metadata.deletionTimestamp = "2026-11-21T11:30:00Z";
    },
  },
  {
    sentence: "the component observes an older version",
    fits: isComponent,
    edit: ({ status = {} }) => {
      for (const field of ["observedVersion", "observedKubeVirtVersion"])
        if (status[field] !== undefined) status[field] = "v0.0.1";
    },
  },
];

function worsenWorkload(sentence: string, edit: Worsening["edit"]): Worsening {
  return { sentence: `a Deployment: ${sentence}`, fits: isRunning, edit };
}

/** Workloads, those of the operators among them. */
const ofWorkloads: readonly Worsening[] = [
  worsenWorkload("no replica is ready", ({ status }) =>
    Object.assign(status, { readyReplicas: 0, availableReplicas: 0 }),
  ),
  worsenWorkload("it says nothing of ready replicas", ({ status }) => {
    delete status.readyReplicas;
    delete status.availableReplicas;
  }),
  worsenWorkload("it is not Available", (object) => {
    object["status"].conditions ??= [];
    object["status"].readyReplicas = 0;
    setStatus(object, "Available", "False");
  }),
  worsenWorkload("its roll-out is past its deadline", (object) => {
    object["status"].conditions ??= [];
    object["status"].updatedReplicas = 0;
    setStatus(object, "Progressing", "False");
    Object.assign(object["status"].conditions.at(-1), { reason: "ProgressDeadlineExceeded" });
  }),
  worsenWorkload("it is scaled to zero", (object) => {
    object["spec"].replicas = 0;
    object["status"] = { observedGeneration: object["metadata"].generation ?? 1, conditions: [] };
  }),
  worsenWorkload("its status is of an older generation", ({ metadata, status }) => {
    metadata.generation = (metadata.generation ?? 1) + 5;
    status.observedGeneration = 1;
  }),
  worsenWorkload("it counts its replicas as a text", ({ status }) => Object.assign(status, { readyReplicas: "1" })),
  worsenWorkload("it is being deleted", ({ metadata, status }) => {
    metadata.deletionTimestamp = "2026-11-21T11:30:00Z";
    status.readyReplicas = 0;
  }),
];

/** What happens to any object that the verdict depends on. */
const ofAll: readonly Worsening[] = [
  {
    sentence: "the status is gone",
    fits: (object) => isReporting(object) || isRunning(object),
    edit: (object) => {
      delete object["status"];
    },
  },
  {
    sentence: "the status is empty",
    fits: (object) => isReporting(object) || isRunning(object),
    edit: (object) => {
      object["status"] = {};
    },
  },
  {
    sentence: "the status is a text",
    fits: (object) => isReporting(object) || isRunning(object),
    edit: (object) => {
      object["status"] = "healthy";
    },
  },
  {
    sentence: "reasons and messages are gone",
    fits: isReporting,
    edit: ({ status }) => {
      for (const each of status.conditions) {
        delete each?.reason;
        delete each?.message;
      }
    },
  },
  {
    sentence: "times are gone",
    fits: isReporting,
    edit: ({ status }) => {
      for (const each of status.conditions) delete each?.lastTransitionTime;
    },
  },
];

export const worsenings: readonly Worsening[] = [...ofReports, ...ofComponents, ...ofWorkloads, ...ofAll];
