import { describe, expect, test } from "vitest";
import { rootAbout } from "./evaluate.ts";

const statuses = ["True", "False", "Unknown", undefined] as const;
type Status = (typeof statuses)[number];

/** Every combination of the statuses of four condition types, 256 of them. */
const combinations = statuses.flatMap((available) =>
  statuses.flatMap((bad) =>
    statuses.flatMap((busy) => statuses.map((upgradeable): readonly Status[] => [available, bad, busy, upgradeable])),
  ),
);

interface Kind {
  readonly kind: string;
  readonly types: readonly [main: string, bad: string, busy: string, advice: string];
  /** The status after the installation, and after it while a newer version is rolled out. */
  readonly installed: object;
  readonly upgrading: object;
}

const kinds: readonly Kind[] = [
  {
    kind: "ClusterOperator",
    types: ["Available", "Degraded", "Progressing", "Upgradeable"],
    installed: { versions: [{ name: "operator", version: "4.20.0" }] },
    upgrading: { versions: [{ name: "operator", version: "4.19.9" }] },
  },
  {
    kind: "ClusterVersion",
    types: ["Available", "Failing", "Progressing", "Upgradeable"],
    installed: { history: [{ state: "Completed", version: "4.20.0", completionTime: "2026-11-20T12:00:00Z" }] },
    upgrading: {
      history: [
        { state: "Partial", version: "4.20.1", completionTime: null },
        { state: "Completed", version: "4.20.0", completionTime: "2026-11-20T12:00:00Z" },
      ],
    },
  },
];

/**
 * What the API says: Available=False needs immediate attention, and is normal only in an installation. Degraded and
 * Failing are faults at any time. Progressing is a change. Upgradeable only holds an upgrade back.
 */
function expectedVerdict([available, bad, busy]: readonly Status[], isInstalling: boolean): string {
  if (available === "False" && !isInstalling) return "unavailable";
  if (bad === "True") return "degraded";
  if (available === "Unknown" || available === undefined || bad === "Unknown") return "unknown";
  return available === "False" || busy === "True" ? "progressing" : "healthy";
}

function verdictWith({ kind, types }: Kind, combination: readonly Status[], status: object): string {
  const conditions = combination.flatMap((value, place) =>
    value === undefined ? [] : [{ type: types[place], status: value, lastTransitionTime: "2026-11-21T11:50:00Z" }],
  );
  const metadata = { name: "x", creationTimestamp: "2026-11-20T00:00:00Z" };
  return rootAbout({ apiVersion: "config.openshift.io/v1", kind, metadata, status: { ...status, conditions } }).verdict;
}

/** The combinations whose verdict is not the expected one, as `True False - True: verdict`. */
function wrongOf(kind: Kind, status: object, isInstalling: boolean): readonly string[] {
  return combinations.flatMap((combination) => {
    const verdict = verdictWith(kind, combination, status);
    const expected = expectedVerdict(combination, isInstalling);
    return verdict === expected ? [] : [`${combination.map((each) => each ?? "-").join(" ")}: ${verdict}, ${expected}`];
  });
}

describe.each(kinds)("$kind has the verdict of its four types in every combination", (kind) => {
  test("after the installation", () => expect(wrongOf(kind, kind.installed, false)).toEqual([]));
  test("during an upgrade", () => expect(wrongOf(kind, kind.upgrading, false)).toEqual([]));
  test("during the installation", () => expect(wrongOf(kind, {}, true)).toEqual([]));
});

describe("other types of them have no effect", () => {
  const rows: readonly [kind: Kind["kind"], type: string, status: string][] = [
    ["ClusterOperator", "ClusterTransferAvailable", "False"],
    ["ClusterOperator", "RecentBackup", "Unknown"],
    ["ClusterOperator", "Disabled", "True"],
    ["ClusterVersion", "RetrievedUpdates", "False"],
    ["ClusterVersion", "ImplicitlyEnabledCapabilities", "False"],
  ];
  test.for(rows)("%s %s=%s", ([kind, type, status]) => {
    const conditions = [
      { type: "Available", status: "True" },
      { type, status },
    ];
    const manifest = { apiVersion: "config.openshift.io/v1", kind, metadata: { name: "x" }, status: { conditions } };
    expect(rootAbout(manifest).verdict).toBe("healthy");
  });
});

describe("what else a ClusterVersion reports", () => {
  const rows: readonly [title: string, conditions: readonly object[], verdict: string][] = [
    [
      "a payload that cannot be loaded",
      [{ type: "ReleaseAccepted", status: "False", reason: "VerifyPayload" }],
      "degraded",
    ],
    ["an invalid spec", [{ type: "Invalid", status: "True" }], "degraded"],
    [
      "an operator that is slow",
      [{ type: "Failing", status: "Unknown", reason: "SlowClusterOperator" }],
      "progressing",
    ],
  ];
  test.for(rows)("%s", ([, more, verdict]) => {
    const conditions = [{ type: "Available", status: "True" }, ...more];
    const status = { history: [{ completionTime: "2026-11-20T12:00:00Z" }], conditions };
    const manifest = { apiVersion: "config.openshift.io/v1", kind: "ClusterVersion", metadata: { name: "v" }, status };
    expect(rootAbout(manifest).verdict).toBe(verdict);
  });
});
