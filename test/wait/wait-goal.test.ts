import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Finding } from "../../shared/model/finding/finding.ts";
import type { Kind } from "../../shared/model/kind.ts";
import { type KubeObject, keyOf } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { blockingText } from "../../shared/outline/blocking-text.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { operatorDeployments } from "../../shared/tables/operator.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { shortWorkloadCodes } from "../../shared/wait/blocking-findings.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { applyRandomEvent, objectsIn } from "../aggregate/random-events.ts";
import {
  allHealthyCase,
  type Edit,
  openChangedCase,
  reportOf,
  setCondition,
  withOperators,
} from "../aggregate/waiting-cluster.ts";
import { watchedCluster } from "../aggregate/watched-cluster.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { randomFrom } from "../random.ts";
import { finding } from "../render/build.ts";
import { repetitions } from "../size.ts";
import { parsedGoal } from "./waited-root.ts";

/** What blocks the goal, as `wait` prints it; empty where the goal is reached. */
function blockingTextOf(report: Report, goalText: string, requested?: readonly RequestedKind[]): string {
  const { blocking } = evaluateWaitGoal(report, parsedGoal(goalText), requested);
  const roots = report.roots.map(({ ref }) => ref);
  return blockingText(blocking, roots);
}

const raiseGeneration: Edit[1] = (raw) => {
  raw.metadata.generation = 9;
};
const requestDeletion: Edit[1] = (raw) => {
  raw.metadata.deletionTimestamp = "2026-11-21T10:00:00Z";
};
const removeStatus: Edit[1] = (raw) => {
  delete raw.status;
};
const emptyStatus: Edit[1] = (raw) => {
  raw.status = {};
};
const removeConditions: Edit[1] = (raw) => {
  raw.status.conditions = [];
};
const removeCondition =
  (type: string): Edit[1] =>
  (raw) => {
    raw.status.conditions = raw.status.conditions.filter((each: { type: string }) => each.type !== type);
  };
/** A healthy cluster, but for these edits, that refuses the requests for a kind. */
function clusterRefusing(kind: string, edits: readonly Edit[] = []): ReturnType<typeof openChangedCase> {
  const cluster = openChangedCase(allHealthyCase, edits);
  cluster.refused.set(kind, "forbidden");
  return cluster;
}

const hyperConvergedText = "HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged";
const deletionText = `${hyperConvergedText} is being deleted (requested 2026-11-21T10:00:00Z): KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController and FileRestoreOperator still exist, held by 1 finalizer kubevirt.io/hyperconverged`;
const degradeCdi: Edit = ["CDI", setCondition("Degraded", "True")];

describe("the goal is blocked by what one edit of a healthy cluster makes unhealthy", () => {
  const rows: readonly [sentence: string, goalText: string, edits: readonly Edit[], expected: string][] = [
    ["the cluster is healthy", "healthy", [], ""],
    ["the cluster is healthy", "available", [], ""],
    ["the cluster is healthy", "upgradeable", [], ""],
    ["the cluster is healthy", "upgraded", [], ""],
    [
      "the status of the HyperConverged is stale",
      "healthy",
      [["HyperConverged", raiseGeneration]],
      `the status of ${hyperConvergedText} is stale (generation 9, observed 1)`,
    ],
    [
      "the status of the HyperConverged is stale",
      "available",
      [["HyperConverged", raiseGeneration]],
      `the status of ${hyperConvergedText} is stale (generation 9, observed 1)`,
    ],
    [
      "the status of the HyperConverged is stale",
      "upgraded",
      [["HyperConverged", raiseGeneration]],
      `the status of ${hyperConvergedText} is stale (generation 9, observed 1)`,
    ],
    [
      "the status of a component is stale",
      "available",
      [["KubeVirt", raiseGeneration]],
      "the status of KubeVirt is stale",
    ],
    ["the HyperConverged is being deleted", "healthy", [["HyperConverged", requestDeletion]], deletionText],
    ["the HyperConverged is being deleted", "available", [["HyperConverged", requestDeletion]], deletionText],
    ["the HyperConverged is being deleted", "upgraded", [["HyperConverged", requestDeletion]], deletionText],
    ["the HyperConverged is being deleted", "deleted", [["HyperConverged", requestDeletion]], deletionText],
    [
      "the HyperConverged is not being deleted",
      "deleted",
      [],
      "kubevirt-hyperconverged exists and is not being deleted",
    ],
    [
      "a component is unavailable",
      "healthy",
      [["CDI", setCondition("Available", "False")]],
      "CDI is unavailable: Test",
    ],
    [
      "a component is unavailable and the HyperConverged reports Available=True",
      "available",
      [["CDI", setCondition("Available", "False")]],
      "CDI is unavailable: Test",
    ],
    [
      "a component reports Available=Unknown",
      "available",
      [["CDI", setCondition("Available", "Unknown")]],
      "the status of CDI is unknown: Test",
    ],
    [
      "one component is degraded and another reports Available=Unknown",
      "available",
      [
        ["CDI", setCondition("Available", "Unknown")],
        ["KubeVirt", setCondition("Degraded", "True")],
      ],
      "the status of CDI is unknown: Test",
    ],
    [
      "a component is degraded and reports Available=Unknown",
      "available",
      [
        ["CDI", setCondition("Available", "Unknown")],
        ["CDI", setCondition("Degraded", "True")],
      ],
      "the status of CDI is unknown: Test",
    ],
    ["a component is degraded and available", "available", [["CDI", setCondition("Degraded", "True")]], ""],
    [
      "the HyperConverged is unavailable and all its components are available",
      "available",
      [["HyperConverged", setCondition("Available", "False")]],
      "kubevirt-hyperconverged is unavailable: Available=False (Test)",
    ],
    ["a component has no status", "available", [["CDI", removeStatus]], "CDI is unavailable: reports no conditions"],
    [
      "the HyperConverged has no status",
      "healthy",
      [["HyperConverged", removeStatus]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged has no status",
      "available",
      [["HyperConverged", removeStatus]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged has no status",
      "upgraded",
      [["HyperConverged", removeStatus]],
      "the version of kubevirt-hyperconverged is unknown",
    ],
    [
      "the status of the HyperConverged is empty and a component is degraded",
      "available",
      [["HyperConverged", emptyStatus], degradeCdi],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged has no conditions and a component is degraded",
      "available",
      [["HyperConverged", removeConditions], degradeCdi],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged lacks Available",
      "available",
      [["HyperConverged", removeCondition("Available")]],
      "kubevirt-hyperconverged has no condition Available",
    ],
    [
      "the HyperConverged lacks Available and a component is degraded",
      "available",
      [["HyperConverged", removeCondition("Available")], degradeCdi],
      "kubevirt-hyperconverged has no condition Available",
    ],
    [
      "the HyperConverged has a version and no conditions",
      "upgraded",
      [["HyperConverged", removeConditions]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged has the requested version and no conditions",
      "upgraded=1.20.0",
      [["HyperConverged", removeConditions]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "the HyperConverged has a version and no conditions",
      "upgradeable",
      [["HyperConverged", removeConditions]],
      [
        `${hyperConvergedText} has no status: not reconciled by an operator yet`,
        ...["Upgradeable", "Available", "Degraded", "Progressing"].map(
          (type) => `HyperConverged has no condition ${type}`,
        ),
      ].join("; "),
    ],
    ["the HyperConverged lacks only Progressing", "upgraded", [["HyperConverged", removeCondition("Progressing")]], ""],
    [
      "an annotation patches a component",
      "upgradeable",
      [
        [
          "HyperConverged",
          (raw) => {
            raw.metadata.annotations = {
              "containerizeddataimporter.kubevirt.io/jsonpatch": '[{"op":"remove","path":"/x"}]',
            };
          },
        ],
      ],
      "annotation containerizeddataimporter.kubevirt.io/jsonpatch makes 1 unsupported change to CDI",
    ],
    [
      "a component reports Upgradeable=False",
      "upgradeable",
      [["NetworkAddonsConfig", setCondition("Upgradeable", "False")]],
      "NetworkAddonsConfig reports Upgradeable=False (Test)",
    ],
    [
      "a component observes its old version",
      "upgraded",
      [
        [
          "CDI",
          (raw) => {
            raw.status.observedVersion = "v1.0.0";
          },
        ],
      ],
      "kubevirt-hyperconverged is at 1.20.0, waiting for CDI (v1.0.0 -> v1.66.0)",
    ],
    [
      "an unavailable and progressing component has one sentence",
      "upgradeable",
      [
        ["CDI", setCondition("Available", "False")],
        ["CDI", setCondition("Progressing", "True")],
      ],
      "CDI reports Upgradeable=False, Available=False and Progressing=True (Test)",
    ],
    ["the HyperConverged has the requested version", "upgraded=1.20.0", [], ""],
    ["the HyperConverged has the requested version, which was typed with a v", "upgraded=v1.20.0", [], ""],
    [
      "another version is requested and no upgrade runs",
      "upgraded=1.21.0",
      [],
      "kubevirt-hyperconverged is at 1.20.0, no upgrade to 1.21.0 is in progress",
    ],
    ["the HyperConverged lacks the condition", "condition=Foo", [], "kubevirt-hyperconverged has no condition Foo"],
    ["the condition is typed in other letter case", "condition=available=TRUE", [], ""],
    [
      "the condition has another status",
      "condition=Available=False",
      [],
      "kubevirt-hyperconverged has Available=True (ReconcileCompleted)",
    ],
    [
      "the condition is of an older generation",
      "condition=Available",
      [
        [
          "HyperConverged",
          (raw) => {
            raiseGeneration(raw);
            setCondition("Available", "True", { observedGeneration: 8 })(raw);
          },
        ],
      ],
      "kubevirt-hyperconverged has Available=True (Test), reported for an older generation",
    ],
    [
      "the condition is of this generation and the status is stale",
      "condition=Available",
      [
        [
          "HyperConverged",
          (raw) => {
            raiseGeneration(raw);
            setCondition("Available", "True", { observedGeneration: 9 })(raw);
          },
        ],
      ],
      "",
    ],
    [
      "the condition has no generation and the status is stale",
      "condition=Available",
      [["HyperConverged", raiseGeneration]],
      "kubevirt-hyperconverged has Available=True (ReconcileCompleted), reported for an older generation",
    ],
    [
      "two conditions of the type differ",
      "condition=Available",
      [
        [
          "HyperConverged",
          (raw) => {
            raw.status.conditions.push({ type: "Available", status: "False", reason: "Other" });
          },
        ],
      ],
      "kubevirt-hyperconverged has Available=False (Other)",
    ],
  ];
  test.for(rows)("%s: --for %s", ([, goalText, edits, expected]) => {
    expect(blockingTextOf(reportOf(openChangedCase(allHealthyCase, edits), allHealthyCase), goalText)).toBe(expected);
  });
});

describe("an object that does not exist or cannot be read", () => {
  const hyperConvergeds: Kind = {
    group: "hco.kubevirt.io",
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: ["v1"],
    namespaced: true,
  };

  test("without a HyperConverged every goal but deleted is unknown", () => {
    const report = aggregate(readGoldenCase("no-hyperconverged-exists"));
    for (const goalText of ["healthy", "available", "upgradeable", "upgraded", "condition=Ready"]) {
      expect([blockingTextOf(report, goalText), evaluateWaitGoal(report, parsedGoal(goalText)).isKnown]).toEqual([
        "no HyperConverged found",
        false,
      ]);
    }
    expect(evaluateWaitGoal(report, parsedGoal("deleted"))).toEqual({ blocking: [], isKnown: true });
  });

  test("components without a HyperConverged block every goal but deleted, since the HyperConverged does not exist yet", () => {
    const cluster = openChangedCase(allHealthyCase, []);
    const [hyperConverged] = objectsIn(readGoldenCase(allHealthyCase)).filter(
      ({ ref }) => ref.kind === "HyperConverged",
    );
    if (hyperConverged === undefined) throw new Error("no HyperConverged found in the case");
    cluster.objects.delete(keyOf(hyperConverged.ref));
    const report = reportOf(cluster, allHealthyCase);
    expect(report.roots.length).toBeGreaterThan(2);
    const missing = expect.objectContaining({
      code: "missing-object",
      about: { group: hyperConverged.ref.group, kind: "HyperConverged", name: "" },
    });
    const foundBefore = [hyperConverged.ref, ...report.roots.map(({ ref }) => ref)];
    for (const goalText of ["healthy", "available", "upgradeable", "upgraded", "condition=Available"]) {
      expect([goalText, evaluateWaitGoal(report, parsedGoal(goalText)).blocking]).toEqual([
        goalText,
        expect.arrayContaining([missing]),
      ]);
      const after = evaluateWaitGoal(report, parsedGoal(goalText), undefined, foundBefore).blocking.filter(
        ({ code }) => code === "missing-object",
      );
      expect(after).toMatchObject([{ about: { name: "kubevirt-hyperconverged" }, wasFound: true }]);
      expect(blockingText(after, [])).toBe("HyperConverged kubevirt-hyperconverged was deleted");
    }
    // Its components are not the HyperConverged that is to be created. That it is missing is known.
    expect(evaluateWaitGoal(report, parsedGoal("create"))).toEqual({ blocking: [missing], isKnown: true });
    // What it leaves behind is not what was to be gone.
    expect(evaluateWaitGoal(report, parsedGoal("deleted"), undefined, [hyperConverged.ref]).blocking).toEqual([]);
    // Components that were found first belong to it now.
    const whole = reportOf(openChangedCase(allHealthyCase, []), allHealthyCase);
    expect(evaluateWaitGoal(whole, parsedGoal("healthy"), undefined, foundBefore).blocking).toEqual([]);
  });

  test("an operator that is down blocks the goal, since the conditions that it wrote may be stale", () => {
    const sentence = "the-operator-crashes-and-its-container-is-the-cause";
    const report = reportOf(openChangedCase(sentence, []), sentence);
    for (const goalText of ["available", "upgraded"])
      expect([goalText, blockingTextOf(report, goalText)]).toEqual([
        goalText,
        expect.stringContaining("the operator is down (Deployment hyperconverged-cluster-operator 0/1 ready)"),
      ]);
  });

  test("a component that an upgrade waits for is named with its versions and for how long", () => {
    const sentence = "an-upgrade-waits-for-cdi-which-reports-its-old-version";
    const report = reportOf(openChangedCase(sentence, []), sentence);
    const roots = report.roots.map(({ ref }) => ref);
    for (const goalText of ["upgraded", "healthy"]) {
      const { blocking } = evaluateWaitGoal(report, parsedGoal(goalText));
      expect(blockingText(blocking, roots, { now: report.takenAt, format: "age" })).toMatch(
        /waiting for (.*, |.* and )?CDI \(stalled: v\S+ -> v\S+, for \d+[hms]\S*\)/,
      );
    }
  });

  test("a forbidden kind is reported once and without the message of the server", () => {
    const refusedFinding = (name: string): Finding =>
      finding(
        "warning",
        {
          code: "not-read",
          outcome: "forbidden",
          cause: 'deployments.apps is forbidden: User "jane" cannot list resource',
        },
        { group: "apps", kind: "Deployment", name },
      );
    expect(blockingText([refusedFinding("a"), refusedFinding("b")], [])).toBe("cannot read Deployment: forbidden");
  });

  test("each of two requested objects has to exist", () => {
    const wanted = [
      { kind: hyperConvergeds, name: "kubevirt-hyperconverged" },
      { kind: hyperConvergeds, name: "other" },
    ];
    const report = reportOf(openChangedCase(allHealthyCase, []), allHealthyCase, { wanted });
    expect([report.verdict, blockingTextOf(report, "healthy", wanted)]).toEqual([
      "healthy",
      "HyperConverged other not found",
    ]);
    expect(blockingTextOf(report, "condition=Available", wanted)).toBe("HyperConverged other not found");
  });

  test("a HyperConverged is created as soon as it exists, whatever its components", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI");
    const report = reportOf(cluster, allHealthyCase);
    expect(evaluateWaitGoal(report, parsedGoal("create"))).toEqual({ blocking: [], isKnown: true });
    expect(blockingTextOf(report, "create", [{ kind: hyperConvergeds, name: "other" }])).toBe(
      "HyperConverged other not found",
    );
  });

  test("whether a HyperConverged was created is unknown where the list is forbidden", () => {
    const cluster = clusterRefusing("hco.kubevirt.io/HyperConverged");
    const wanted = [{ kind: hyperConvergeds, name: "kubevirt-hyperconverged" }];
    const report = reportOf(cluster, allHealthyCase, { wanted });
    expect(evaluateWaitGoal(report, parsedGoal("create"), wanted).isKnown).toBe(false);
  });

  test("every goal is unknown where HyperConvergeds are forbidden", () => {
    const cluster = clusterRefusing("hco.kubevirt.io/HyperConverged");
    const report = reportOf(cluster, allHealthyCase);
    for (const goalText of ["healthy", "available", "upgradeable", "upgraded", "deleted", "condition=Available"]) {
      expect(blockingTextOf(report, goalText)).toMatch(/cannot read (hyperconvergeds|HyperConverged).*: forbidden/);
      // What is left of it is there for certain.
      expect(evaluateWaitGoal(report, parsedGoal(goalText)).isKnown).toBe(goalText === "deleted");
    }
  });

  test("a forbidden component makes the goal unknown and is reported once", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI");
    const report = reportOf(cluster, allHealthyCase);
    expect(blockingTextOf(report, "healthy")).toBe(
      'cannot read CDI: forbidden; request "get" permission on cdis.cdi.kubevirt.io',
    );
    expect(blockingTextOf(report, "available")).toBe(
      'cannot read CDI: forbidden; request "get" permission on cdis.cdi.kubevirt.io',
    );
    for (const goalText of ["healthy", "available", "upgradeable"])
      expect(evaluateWaitGoal(report, parsedGoal(goalText)).isKnown).toBe(false);
    // What is asked of the CR alone does not need its components.
    expect(blockingTextOf(report, "condition=Available")).toBe("");
  });

  test("an unavailable component blocks the goal for certain, though another cannot be read", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI", [["KubeVirt", setCondition("Available", "False")]]);
    expect(evaluateWaitGoal(reportOf(cluster, allHealthyCase), parsedGoal("healthy")).isKnown).toBe(true);
  });

  test("a forbidden operator makes the goal upgraded unknown", () => {
    const cluster = clusterRefusing("apps/Deployment");
    const report = reportOf(cluster, allHealthyCase);
    expect(report.roots[0]?.gates.upgrade.running).toBe(false);
    expect(blockingTextOf(report, "upgraded")).toContain("and the version of its operator is unknown");
    expect(evaluateWaitGoal(report, parsedGoal("upgraded")).isKnown).toBe(false);
  });

  const goals = ["healthy", "available", "upgradeable", "upgraded", "upgraded=1.20.0"];
  test.for((["forbidden", "unread", "noSuchKind"] as const).flatMap((outcome) => goals.map((each) => [outcome, each])))(
    "Deployments that are %s block the goal %s, for certain only where the cluster does not serve them",
    ([outcome = "", goalText = ""]) => {
      const cluster = openChangedCase(allHealthyCase, []);
      cluster.refused.set("apps/Deployment", outcome as "forbidden");
      const { blocking, isKnown } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), parsedGoal(goalText));
      // Where the cluster serves no Deployments, the components' operators do not exist, which blocks an upgrade.
      const isCertain = outcome === "noSuchKind" && goalText === "upgradeable";
      expect([blocking.length > 0, isKnown]).toEqual([true, isCertain]);
      if (outcome === "forbidden")
        expect(blockingText(blocking, [])).toMatch(/cannot read .*[dD]eployment|no permission to list deployments/);
    },
  );

  test("an operator that could not be read blocks the goal upgraded although OLM knows its version", () => {
    const cluster = clusterRefusing("apps/Deployment");
    // OLM knows the version that its operator should have.
    cluster.put(
      toObject({
        apiVersion: "operators.coreos.com/v1alpha1",
        kind: "ClusterServiceVersion",
        metadata: { name: "kubevirt-hyperconverged-operator.v1.20.0", namespace: "kubevirt-hyperconverged" },
        spec: { version: "1.20.0" },
        status: { phase: "Succeeded" },
      }),
    );
    const { blocking } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), parsedGoal("upgraded"));
    expect(blocking.map(({ code }) => code)).toEqual(["operator-unknown", "not-read"]);
    expect(blockingText(blocking, [])).toBe(
      'cannot determine whether the operator is running: no permission to list deployments.apps in namespace kubevirt-hyperconverged; cannot read deployments.apps in namespace kubevirt-hyperconverged: forbidden; request "list" permission on deployments.apps in namespace kubevirt-hyperconverged',
    );
  });

  test("the goal deleted does not need to read the operator", () => {
    const cluster = clusterRefusing("apps/Deployment", [["HyperConverged", requestDeletion]]);
    const { blocking } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), parsedGoal("deleted"));
    expect(blocking.map(({ code }) => code)).toEqual(["deleting"]);
  });

  test("a Deployment that cannot be read is not known to be deleted", () => {
    const kind = { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true };
    const wanted = [{ kind, name: "web" }];
    const cluster = clusterRefusing("apps/Deployment");
    const { blocking, isKnown } = evaluateWaitGoal(
      reportOf(cluster, allHealthyCase, { wanted }),
      parsedGoal("deleted"),
      wanted,
    );
    expect([blocking.map(({ code }) => code), isKnown]).toEqual([["not-read"], false]);
  });
});

describe("the goals of an object that is requested by its name", () => {
  const kinds = {
    deployments: { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true },
    statefulSets: { group: "apps", kind: "StatefulSet", plural: "statefulsets", versions: ["v1"], namespaced: true },
    kubeVirts: { group: "kubevirt.io", kind: "KubeVirt", plural: "kubevirts", versions: ["v1"], namespaced: true },
  } satisfies Readonly<Record<string, Kind>>;
  const rows: readonly [
    resource: keyof typeof kinds,
    name: string,
    goalText: string,
    edits: readonly Edit[],
    expected: string,
  ][] = [
    ["deployments", "web", "available", [], ""],
    [
      "deployments",
      "web",
      "available",
      [["Deployment", removeStatus, "web"]],
      "web is progressing: NotObserved: no status yet: not observed by a controller or kubelet",
    ],
    ["statefulSets", "db", "available", [], ""],
    [
      "statefulSets",
      "db",
      "available",
      [["StatefulSet", removeStatus, "db"]],
      "db is progressing: NotObserved: no status yet: not observed by a controller or kubelet",
    ],
    [
      "deployments",
      "web",
      "upgradeable",
      [],
      "Deployment shop/web is neither a HyperConverged nor one of its components",
    ],
    [
      "kubeVirts",
      "kubevirt-kubevirt-hyperconverged",
      "upgradeable",
      [],
      "KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged was checked without a HyperConverged, and what an upgrade without one needs is not known",
    ],
    [
      "kubeVirts",
      "kubevirt-kubevirt-hyperconverged",
      "upgraded",
      [],
      "KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged is neither a HyperConverged nor one of its components",
    ],
    [
      "kubeVirts",
      "kubevirt-kubevirt-hyperconverged",
      "healthy",
      [["KubeVirt", setCondition("Available", "False")]],
      "KubeVirt is unavailable: Test",
    ],
    [
      "kubeVirts",
      "kubevirt-kubevirt-hyperconverged",
      "healthy",
      [
        [
          "KubeVirt",
          (raw) => {
            delete raw.status.conditions;
          },
        ],
      ],
      "KubeVirt is unavailable: reports no conditions",
    ],
  ];
  test.for(rows)("%s/%s: --for %s", ([resource, name, goalText, edits, expected]) => {
    const wanted = [{ kind: kinds[resource], name }];
    const sentence = resource === "kubeVirts" ? allHealthyCase : "an-application-of-five-kinds-is-healthy";
    const created = readGoldenCase(sentence).takenAt;
    // Each object was created just now, so that it may lack a status.
    const editsOfNewObject = edits.map(
      ([kind, edit, of]): Edit => [
        kind,
        (raw) => {
          raw.metadata.creationTimestamp = created;
          edit(raw);
        },
        of ?? name,
      ],
    );
    const report = reportOf(openChangedCase(sentence, editsOfNewObject), sentence, { wanted });
    expect(blockingTextOf(report, goalText, wanted)).toBe(expected);
  });
});

describe("a goal is reached exactly where the Report and the objects of the same moment show it", () => {
  const goals = [
    "healthy",
    "available",
    "upgradeable",
    "upgraded",
    "deleted",
    "condition=Available",
    "condition=Degraded=false",
  ];
  const walkedCases = sentences.filter((sentence) =>
    /^(everything|openshift|kubevirt|cdi|an-upgrade|the-operator|an-application|components|no-hyper|red-hats|two-)/.test(
      sentence,
    ),
  );

  /** Random changes of the cluster of a golden case: the Snapshot and the Report after each. */
  const walks = walkedCases.map((sentence, seed) => {
    const random = randomFrom(seed + 100);
    const { takenAt, readings } = readGoldenCase(sentence);
    const cluster = watchedCluster(withOperators(objectsIn({ readings })));
    const gone: KubeObject[] = [];
    const steps = Array.from({ length: repetitions(6) }, () => {
      const snapshot = cluster.settled((soFar) => planReads(soFar, {}), takenAt);
      applyRandomEvent(cluster, gone, random);
      return { snapshot, report: aggregate(snapshot) };
    });
    return { sentence, steps };
  });

  test.for(goals)("%s", (goalText) => {
    const counts = { reached: 0, blocked: 0 };
    for (const { sentence, steps } of walks) {
      for (const [step, { snapshot, report }] of steps.entries()) {
        const { blocking, isKnown } = evaluateWaitGoal(report, parsedGoal(goalText));
        const isReached = blocking.length === 0;
        for (const finding of blocking) expect(blockingText([finding], [])).not.toBe("");
        counts[isReached ? "reached" : "blocked"] += 1;
        if (isReached)
          expect([sentence, step, isReached, isKnown]).toEqual([
            sentence,
            step,
            isFulfilled(report, snapshot, goalText),
            true,
          ]);
        // A goal that is reached is not waited for.
        else if (!goalText.startsWith("avail") && !(goalText.includes("=") && hasGaps(report)))
          expect([sentence, step, blockingTextOf(report, goalText), isFulfilled(report, snapshot, goalText)]).toEqual([
            sentence,
            step,
            expect.anything(),
            false,
          ]);
      }
    }
    expect(Math.min(counts.reached, counts.blocked)).toBeGreaterThan(5);
  });
});

/** Whether something that the goal needs is unknown: a required object that could not be read, or the operator's status. */
function hasGaps({ completeness, findings }: Report): boolean {
  const isUnread = completeness.gaps.some(
    ({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"),
  );
  return isUnread || findings.some(({ code }) => code === "operator-unknown");
}

/** Whether the goal is reached, computed independently: from the Report's verdicts and gates and from the objects themselves. */
function isFulfilled(report: Report, snapshot: Snapshot, goalText: string): boolean {
  const { roots } = report;
  const objects = objectsIn(snapshot);
  const raws = roots.map(({ ref }) =>
    objects.find(
      (each) => each.ref.kind === ref.kind && each.ref.name === ref.name && each.ref.namespace === ref.namespace,
    ),
  );
  // biome-ignore lint/suspicious/noExplicitAny: as it was read
  const conditionsIn = (object: any, type: string): readonly any[] => {
    const conditions = object?.raw.status?.conditions;
    return Array.isArray(conditions) ? conditions.filter((each) => each?.type === type) : [];
  };
  // Where no object was requested, components without their HyperConverged fulfil nothing.
  if (goalText !== "deleted" && roots.every(({ ref }) => hcoProfile.components.some(({ kind }) => kind === ref.kind)))
    return false;
  const isOperatorRunning =
    roots.every(({ gates }) => !gates.ready.because.includes("OperatorDown")) &&
    !report.findings.some(({ code }) => code === "operator-unknown");
  const isUpToDate = roots.every(({ stale, deleting }) => !stale && !deleting);
  switch (goalText) {
    case "healthy":
      return (
        roots.length > 0 &&
        report.verdict === "healthy" &&
        isUpToDate &&
        !report.findings.some(({ code }) => shortWorkloadCodes.some((each) => each === code))
      );
    case "available":
      return (
        isUpToDate &&
        isOperatorRunning &&
        roots.length > 0 &&
        roots.every((root, at) => {
          const parts = root.children.filter(({ required }) => required);
          const arePartsUp = [root, ...parts].every(
            ({ verdict }) => verdict !== "unavailable" && verdict !== "unknown",
          );
          const available = conditionsIn(raws[at], "Available");
          const isReported = root.profile !== "hco" || (available.length > 0 && root.ownVerdict !== "unknown");
          return arePartsUp && isReported && available.every(({ status }) => status === "True");
        })
      );
    case "upgradeable": {
      const hyperConvergedRoots = roots.filter(({ profile }) => profile === "hco");
      return (
        upgradeGate(report).answer === "ALLOW" &&
        hyperConvergedRoots.every(({ gates }) => gates.upgradeable.answer === "yes")
      );
    }
    case "upgraded": {
      const hyperConvergedRoots = roots.filter(({ profile }) => profile === "hco");
      const existsUpToDate =
        hyperConvergedRoots.length > 0 && hyperConvergedRoots.every(({ stale, deleting }) => !stale && !deleting);
      const isFullyRead = !hasGaps(report);
      const operators = objects.filter(
        ({ ref }) => ref.kind === "Deployment" && operatorDeployments.includes(ref.name),
      );
      const areOperatorsReplaced = operators.every(
        // biome-ignore lint/suspicious/noExplicitAny: as it was read
        ({ raw }: any) => raw.status?.updatedReplicas >= raw.status?.replicas,
      );
      return (
        existsUpToDate &&
        isFullyRead &&
        areOperatorsReplaced &&
        isOperatorRunning &&
        hyperConvergedRoots.every(({ gates, facts, children, conditions }) => {
          const { observedVersion, expectedVersion } = facts;
          const hasExpectedVersion = observedVersion !== undefined && observedVersion === expectedVersion;
          const haveComponentsExpectedVersion = children.every(
            ({ required, facts: part }) =>
              !required || !part["expectedVersion"] || part["expectedVersion"] === part["observedVersion"],
          );
          return (
            gates.upgrade.running === false &&
            hasExpectedVersion &&
            haveComponentsExpectedVersion &&
            conditions.length > 0
          );
        })
      );
    }
    case "deleted":
      return roots.length === 0 && !hasGaps(report);
    default: {
      const [, type = "", status = "True"] = goalText.split("=");
      return (
        roots.length > 0 &&
        roots.every((root, at) => {
          const all = conditionsIn(raws[at], type);
          const evaluated = root.conditions.filter((each) => each.type === type);
          const areOfThisGeneration = evaluated.every(
            (each) => !each.outdated && (each.observedGeneration !== undefined || !root.stale),
          );
          return (
            all.length > 0 &&
            areOfThisGeneration &&
            all.every((each) => String(each.status).toLowerCase() === status.toLowerCase())
          );
        })
      );
    }
  }
}
