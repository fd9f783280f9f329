import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Finding } from "../../shared/model/finding/finding.ts";
import type { Kind } from "../../shared/model/kind.ts";
import { type KubeObject, keyOf } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { blockingText } from "../../shared/outline/blocking-text.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { operatorDeployments } from "../../shared/tables/operator.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { shortWorkloadCodes } from "../../shared/wait/blocking-findings.ts";
import { evaluateWaitGoal, parseWaitGoal } from "../../shared/wait/wait-goal.ts";
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
import { recorded, sentences } from "../golden/recorded.ts";
import { randomFrom } from "../parse/random-json.ts";
import { finding } from "../render/build.ts";
import { repetitions } from "../size.ts";

function goal(words: string): WaitGoal {
  const found = parseWaitGoal(words);
  if (found === undefined) throw new Error(`no goal: ${words}`);
  return found;
}

/** What is told of a report: nothing where it is so. */
function reported(report: Report, words: string, wanted?: readonly RequestedKind[]): string {
  const { blocking } = evaluateWaitGoal(report, goal(words), wanted);
  const roots = report.roots.map(({ ref }) => ref);
  return blockingText(blocking, roots);
}

const isNewer: Edit[1] = (raw) => {
  raw.metadata.generation = 9;
};
const isGoing: Edit[1] = (raw) => {
  raw.metadata.deletionTimestamp = "2026-11-21T10:00:00Z";
};
const isAway: Edit[1] = (raw) => {
  delete raw.status;
};
const isBlank: Edit[1] = (raw) => {
  raw.status = {};
};
const saysNothing: Edit[1] = (raw) => {
  raw.status.conditions = [];
};
const lacks =
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

const hco = "HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged";
const going = `${hco} is being deleted (requested 2026-11-21T10:00:00Z): KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController and FileRestoreOperator still exist, held by 1 finalizer kubevirt.io/hyperconverged`;
const degradedPart: Edit = ["CDI", setCondition("Degraded", "True")];

describe("one edit of a healthy cluster is waited for", () => {
  const rows: readonly [sentence: string, goal: string, edits: readonly Edit[], reported: string][] = [
    ["nothing is wrong", "healthy", [], ""],
    ["nothing is wrong", "available", [], ""],
    ["nothing is wrong", "upgradeable", [], ""],
    ["nothing is wrong", "upgraded", [], ""],
    [
      "its status is out of date",
      "healthy",
      [["HyperConverged", isNewer]],
      `the status of ${hco} is stale (generation 9, observed 1)`,
    ],
    [
      "its status is out of date",
      "available",
      [["HyperConverged", isNewer]],
      `the status of ${hco} is stale (generation 9, observed 1)`,
    ],
    [
      "its status is out of date",
      "upgraded",
      [["HyperConverged", isNewer]],
      `the status of ${hco} is stale (generation 9, observed 1)`,
    ],
    ["a component's status is out of date", "available", [["KubeVirt", isNewer]], "the status of KubeVirt is stale"],
    ["it is being deleted", "healthy", [["HyperConverged", isGoing]], going],
    ["it is being deleted", "available", [["HyperConverged", isGoing]], going],
    ["it is being deleted", "upgraded", [["HyperConverged", isGoing]], going],
    ["it is being deleted", "deleted", [["HyperConverged", isGoing]], going],
    ["it is not being deleted", "deleted", [], "kubevirt-hyperconverged exists and is not being deleted"],
    [
      "a component says that it is down",
      "healthy",
      [["CDI", setCondition("Available", "False")]],
      "CDI is unavailable: Test",
    ],
    [
      "a component says that it is down, and the CR does not",
      "available",
      [["CDI", setCondition("Available", "False")]],
      "CDI is unavailable: Test",
    ],
    [
      "a component does not know how it is",
      "available",
      [["CDI", setCondition("Available", "Unknown")]],
      "the status of CDI is unknown: Test",
    ],
    [
      "one is degraded and another does not know",
      "available",
      [
        ["CDI", setCondition("Available", "Unknown")],
        ["KubeVirt", setCondition("Degraded", "True")],
      ],
      "the status of CDI is unknown: Test",
    ],
    [
      "a component is degraded and does not know whether it is available",
      "available",
      [
        ["CDI", setCondition("Available", "Unknown")],
        ["CDI", setCondition("Degraded", "True")],
      ],
      "the status of CDI is unknown: Test",
    ],
    ["a component is degraded and does its work", "available", [["CDI", setCondition("Degraded", "True")]], ""],
    [
      "the CR says that it is not, and all of it is",
      "available",
      [["HyperConverged", setCondition("Available", "False")]],
      "kubevirt-hyperconverged is unavailable: Available=False (Test)",
    ],
    ["a component has no status", "available", [["CDI", isAway]], "CDI is unavailable: reports no conditions"],
    ["it has no status", "healthy", [["HyperConverged", isAway]], "the status of kubevirt-hyperconverged is unknown"],
    ["it has no status", "available", [["HyperConverged", isAway]], "the status of kubevirt-hyperconverged is unknown"],
    ["it has no status", "upgraded", [["HyperConverged", isAway]], "the version of kubevirt-hyperconverged is unknown"],
    [
      "its status is empty, beside a component that is degraded and does its work",
      "available",
      [["HyperConverged", isBlank], degradedPart],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "its status has no conditions, beside a component that is degraded and does its work",
      "available",
      [["HyperConverged", saysNothing], degradedPart],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "it does not report Available",
      "available",
      [["HyperConverged", lacks("Available")]],
      "kubevirt-hyperconverged has no condition Available",
    ],
    [
      "it does not report Available, beside a component that is degraded and does its work",
      "available",
      [["HyperConverged", lacks("Available")], degradedPart],
      "kubevirt-hyperconverged has no condition Available",
    ],
    [
      "its status has no conditions, and names the version",
      "upgraded",
      [["HyperConverged", saysNothing]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "its status has no conditions, and names the version that is asked for",
      "upgraded=1.20.0",
      [["HyperConverged", saysNothing]],
      "the status of kubevirt-hyperconverged is unknown",
    ],
    [
      "its status has no conditions, and names the version",
      "upgradeable",
      [["HyperConverged", saysNothing]],
      [
        `${hco} has no status: not reconciled by an operator yet`,
        ...["Upgradeable", "Available", "Degraded", "Progressing"].map(
          (type) => `HyperConverged has no condition ${type}`,
        ),
      ].join("; "),
    ],
    ["it lacks only Progressing", "upgraded", [["HyperConverged", lacks("Progressing")]], ""],
    [
      "a component is patched behind its back",
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
      "a component refuses",
      "upgradeable",
      [["NetworkAddonsConfig", setCondition("Upgradeable", "False")]],
      "NetworkAddonsConfig reports Upgradeable=False (Test)",
    ],
    [
      "a component lags behind",
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
      "a component that is down is asked all of it together",
      "upgradeable",
      [
        ["CDI", setCondition("Available", "False")],
        ["CDI", setCondition("Progressing", "True")],
      ],
      "CDI reports Upgradeable=False, Available=False and Progressing=True (Test)",
    ],
    ["it is at the version that is asked for", "upgraded=1.20.0", [], ""],
    ["it is at the version that is asked for, in other letters", "upgraded=v1.20.0", [], ""],
    [
      "another version is asked for, and no upgrade runs",
      "upgraded=1.21.0",
      [],
      "kubevirt-hyperconverged is at 1.20.0, no upgrade to 1.21.0 is in progress",
    ],
    ["no such condition", "condition=Foo", [], "kubevirt-hyperconverged has no condition Foo"],
    ["type and status in any case", "condition=available=TRUE", [], ""],
    [
      "another status",
      "condition=Available=False",
      [],
      "kubevirt-hyperconverged has Available=True (ReconcileCompleted)",
    ],
    [
      "a condition of an older generation",
      "condition=Available",
      [
        [
          "HyperConverged",
          (raw) => {
            isNewer(raw);
            setCondition("Available", "True", { observedGeneration: 8 })(raw);
          },
        ],
      ],
      "kubevirt-hyperconverged has Available=True (Test), reported for an older generation",
    ],
    [
      "a condition of this generation, in a status that says it is older",
      "condition=Available",
      [
        [
          "HyperConverged",
          (raw) => {
            isNewer(raw);
            setCondition("Available", "True", { observedGeneration: 9 })(raw);
          },
        ],
      ],
      "",
    ],
    [
      "a condition that does not say of which generation it is, in a status that is older",
      "condition=Available",
      [["HyperConverged", isNewer]],
      "kubevirt-hyperconverged has Available=True (ReconcileCompleted), reported for an older generation",
    ],
    [
      "two conditions of one type that differ",
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
  test.for(rows)("%s, for %s", ([, words, edits, expected]) => {
    expect(reported(reportOf(openChangedCase(allHealthyCase, edits), allHealthyCase), words)).toBe(expected);
  });
});

describe("what is not there, or may not be read", () => {
  const hyperConvergeds: Kind = {
    group: "hco.kubevirt.io",
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: ["v1"],
    namespaced: true,
  };

  test("no object exists: unknown, except that it is deleted", () => {
    const report = aggregate(recorded("no-hyperconverged-exists"));
    for (const words of ["healthy", "available", "upgradeable", "upgraded", "condition=Ready"]) {
      expect([reported(report, words), evaluateWaitGoal(report, goal(words)).isKnown]).toEqual([
        "no HyperConverged found",
        false,
      ]);
    }
    expect(evaluateWaitGoal(report, goal("deleted"))).toEqual({ blocking: [], isKnown: true });
  });

  test("components without a HyperConverged: it does not exist yet, whatever the goal", () => {
    const cluster = openChangedCase(allHealthyCase, []);
    const [hyperConverged] = objectsIn(recorded(allHealthyCase)).filter(({ ref }) => ref.kind === "HyperConverged");
    if (hyperConverged === undefined) throw new Error("no HyperConverged found in the case");
    cluster.objects.delete(keyOf(hyperConverged.ref));
    const report = reportOf(cluster, allHealthyCase);
    expect(report.roots.length).toBeGreaterThan(2);
    const missing = expect.objectContaining({
      code: "missing-object",
      about: { group: hyperConverged.ref.group, kind: "HyperConverged", name: "" },
    });
    const met = [hyperConverged.ref, ...report.roots.map(({ ref }) => ref)];
    for (const words of ["healthy", "available", "upgradeable", "upgraded", "condition=Available"]) {
      expect([words, evaluateWaitGoal(report, goal(words)).blocking]).toEqual([
        words,
        expect.arrayContaining([missing]),
      ]);
      const after = evaluateWaitGoal(report, goal(words), undefined, met).blocking.filter(
        ({ code }) => code === "missing-object",
      );
      expect(after).toMatchObject([{ about: { name: "kubevirt-hyperconverged" }, wasFound: true }]);
      expect(blockingText(after, [])).toBe("HyperConverged kubevirt-hyperconverged was deleted");
    }
    // Its components are not the HyperConverged that is to be created. That it is missing is known.
    expect(evaluateWaitGoal(report, goal("create"))).toEqual({ blocking: [missing], isKnown: true });
    // What it leaves behind is not what was to be gone.
    expect(evaluateWaitGoal(report, goal("deleted"), undefined, [hyperConverged.ref]).blocking).toEqual([]);
    // Components that were found first belong to it now.
    const whole = reportOf(openChangedCase(allHealthyCase, []), allHealthyCase);
    expect(evaluateWaitGoal(whole, goal("healthy"), undefined, met).blocking).toEqual([]);
  });

  test("the conditions that an operator wrote before it stopped may be out of date", () => {
    const sentence = "the-operator-crashes-and-its-container-is-the-cause";
    const report = reportOf(openChangedCase(sentence, []), sentence);
    for (const words of ["available", "upgraded"])
      expect([words, reported(report, words)]).toEqual([
        words,
        expect.stringContaining("the operator is down (Deployment hyperconverged-cluster-operator 0/1 ready)"),
      ]);
  });

  test("what an upgrade waits for has its versions, and since when", () => {
    const sentence = "an-upgrade-waits-for-cdi-which-reports-its-old-version";
    const report = reportOf(openChangedCase(sentence, []), sentence);
    const roots = report.roots.map(({ ref }) => ref);
    for (const words of ["upgraded", "healthy"]) {
      const { blocking } = evaluateWaitGoal(report, goal(words));
      expect(blockingText(blocking, roots, { now: report.takenAt, format: "age" })).toMatch(
        /waiting for (.*, |.* and )?CDI \(stalled: v\S+ -> v\S+, for \d+[hms]\S*\)/,
      );
    }
  });

  test("a forbidden kind is reported once, without the server's sentence", () => {
    const refused = (name: string): Finding =>
      finding(
        "warning",
        {
          code: "not-read",
          outcome: "forbidden",
          cause: 'deployments.apps is forbidden: User "jane" cannot list resource',
        },
        { group: "apps", kind: "Deployment", name },
      );
    expect(blockingText([refused("a"), refused("b")], [])).toBe("cannot read Deployment: forbidden");
  });

  test("of two that were named one is not there: the other is not enough", () => {
    const wanted = [
      { kind: hyperConvergeds, name: "kubevirt-hyperconverged" },
      { kind: hyperConvergeds, name: "other" },
    ];
    const report = reportOf(openChangedCase(allHealthyCase, []), allHealthyCase, { wanted });
    expect([report.verdict, reported(report, "healthy", wanted)]).toEqual([
      "healthy",
      "HyperConverged other not found",
    ]);
    expect(reported(report, "condition=Available", wanted)).toBe("HyperConverged other not found");
  });

  test("an object that exists is created, though its components cannot be read or are down", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI");
    const report = reportOf(cluster, allHealthyCase);
    expect(evaluateWaitGoal(report, goal("create"))).toEqual({ blocking: [], isKnown: true });
    expect(reported(report, "create", [{ kind: hyperConvergeds, name: "other" }])).toBe(
      "HyperConverged other not found",
    );
  });

  test("HyperConvergeds cannot be listed: whether one was created is unknown", () => {
    const cluster = clusterRefusing("hco.kubevirt.io/HyperConverged");
    const wanted = [{ kind: hyperConvergeds, name: "kubevirt-hyperconverged" }];
    const report = reportOf(cluster, allHealthyCase, { wanted });
    expect(evaluateWaitGoal(report, goal("create"), wanted).isKnown).toBe(false);
  });

  test("HyperConvergeds are forbidden: unknown, even whether it is deleted", () => {
    const cluster = clusterRefusing("hco.kubevirt.io/HyperConverged");
    const report = reportOf(cluster, allHealthyCase);
    for (const words of ["healthy", "available", "upgradeable", "upgraded", "deleted", "condition=Available"]) {
      expect(reported(report, words)).toMatch(/cannot read (hyperconvergeds|HyperConverged).*: forbidden/);
      // What is left of it is there for certain.
      expect(evaluateWaitGoal(report, goal(words)).isKnown).toBe(words === "deleted");
    }
  });

  test("a component is forbidden: unknown, and reported once", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI");
    const report = reportOf(cluster, allHealthyCase);
    expect(reported(report, "healthy")).toBe(
      'cannot read CDI: forbidden; request "get" permission on cdis.cdi.kubevirt.io',
    );
    expect(reported(report, "available")).toBe(
      'cannot read CDI: forbidden; request "get" permission on cdis.cdi.kubevirt.io',
    );
    for (const words of ["healthy", "available", "upgradeable"])
      expect(evaluateWaitGoal(report, goal(words)).isKnown).toBe(false);
    // What is asked of the CR alone does not need its components.
    expect(reported(report, "condition=Available")).toBe("");
  });

  test("a component is down and another may not be read: it is known not to be so", () => {
    const cluster = clusterRefusing("cdi.kubevirt.io/CDI", [["KubeVirt", setCondition("Available", "False")]]);
    expect(evaluateWaitGoal(reportOf(cluster, allHealthyCase), goal("healthy")).isKnown).toBe(true);
  });

  test("the operator is forbidden: its version is unknown", () => {
    const cluster = clusterRefusing("apps/Deployment");
    const report = reportOf(cluster, allHealthyCase);
    expect(report.roots[0]?.gates.upgrade.running).toBe(false);
    expect(reported(report, "upgraded")).toContain("and the version of its operator is unknown");
    expect(evaluateWaitGoal(report, goal("upgraded")).isKnown).toBe(false);
  });

  const goals = ["healthy", "available", "upgradeable", "upgraded", "upgraded=1.20.0"];
  test.for((["forbidden", "unread", "noSuchKind"] as const).flatMap((outcome) => goals.map((each) => [outcome, each])))(
    "Deployments are %s: %s is never reached, and known only of what cannot exist",
    ([outcome = "", words = ""]) => {
      const cluster = openChangedCase(allHealthyCase, []);
      cluster.refused.set("apps/Deployment", outcome as "forbidden");
      const { blocking, isKnown } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), goal(words));
      // Where the cluster serves no Deployments, the components' operators do not exist, which blocks an upgrade.
      const isCertain = outcome === "noSuchKind" && words === "upgradeable";
      expect([blocking.length > 0, isKnown]).toEqual([true, isCertain]);
      if (outcome === "forbidden")
        expect(blockingText(blocking, [])).toMatch(/cannot read .*[dD]eployment|no permission to list deployments/);
    },
  );

  test("an operator of the right version that was not seen: its version alone is not enough", () => {
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
    const { blocking } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), goal("upgraded"));
    expect(blocking.map(({ code }) => code)).toEqual(["operator-unknown", "not-read"]);
    expect(blockingText(blocking, [])).toBe(
      'cannot determine whether the operator is running: no permission to list deployments.apps in namespace kubevirt-hyperconverged; cannot read deployments.apps in namespace kubevirt-hyperconverged: forbidden; request "list" permission on deployments.apps in namespace kubevirt-hyperconverged',
    );
  });

  test("what is being deleted does not need its operator to be seen", () => {
    const cluster = clusterRefusing("apps/Deployment", [["HyperConverged", isGoing]]);
    const { blocking } = evaluateWaitGoal(reportOf(cluster, allHealthyCase), goal("deleted"));
    expect(blocking.map(({ code }) => code)).toEqual(["deleting"]);
  });

  test("a Deployment that is to be gone and may not be read is not known to be gone", () => {
    const kind = { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true };
    const wanted = [{ kind, name: "web" }];
    const cluster = clusterRefusing("apps/Deployment");
    const { blocking, isKnown } = evaluateWaitGoal(
      reportOf(cluster, allHealthyCase, { wanted }),
      goal("deleted"),
      wanted,
    );
    expect([blocking.map(({ code }) => code), isKnown]).toEqual([["not-read"], false]);
  });
});

describe("an object by itself", () => {
  const kinds = {
    deployments: { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true },
    statefulSets: { group: "apps", kind: "StatefulSet", plural: "statefulsets", versions: ["v1"], namespaced: true },
    kubeVirts: { group: "kubevirt.io", kind: "KubeVirt", plural: "kubevirts", versions: ["v1"], namespaced: true },
  } satisfies Readonly<Record<string, Kind>>;
  const rows: readonly [
    what: keyof typeof kinds,
    name: string,
    goal: string,
    edits: readonly Edit[],
    reported: string,
  ][] = [
    ["deployments", "web", "available", [], ""],
    [
      "deployments",
      "web",
      "available",
      [["Deployment", isAway, "web"]],
      "web is progressing: NotObserved: no status yet: not observed by a controller or kubelet",
    ],
    ["statefulSets", "db", "available", [], ""],
    [
      "statefulSets",
      "db",
      "available",
      [["StatefulSet", isAway, "db"]],
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
  test.for(rows)("%s/%s for %s", ([what, name, words, edits, expected]) => {
    const wanted = [{ kind: kinds[what], name }];
    const sentence = what === "kubeVirts" ? allHealthyCase : "an-application-of-five-kinds-is-healthy";
    const created = recorded(sentence).takenAt;
    // Made a moment ago, so that nobody expects a status yet.
    const young = edits.map(
      ([kind, edit, of]): Edit => [
        kind,
        (raw) => {
          raw.metadata.creationTimestamp = created;
          edit(raw);
        },
        of ?? name,
      ],
    );
    const report = reportOf(openChangedCase(sentence, young), sentence, { wanted });
    expect(reported(report, words, wanted)).toBe(expected);
  });
});

describe("nothing is taken for success that a fresh Report of the same moment does not show", () => {
  const goals = [
    "healthy",
    "available",
    "upgradeable",
    "upgraded",
    "deleted",
    "condition=Available",
    "condition=Degraded=false",
  ];
  const beginnings = sentences.filter((sentence) =>
    /^(everything|openshift|kubevirt|cdi|an-upgrade|the-operator|an-application|components|no-hyper|red-hats|two-)/.test(
      sentence,
    ),
  );

  /** What happens to the cluster of a case: each step as it was read, and what is reported of it. */
  const walks = beginnings.map((sentence, seed) => {
    const random = randomFrom(seed + 100);
    const { takenAt, readings } = recorded(sentence);
    const cluster = watchedCluster(withOperators(objectsIn({ readings })));
    const gone: KubeObject[] = [];
    const steps = Array.from({ length: repetitions(6) }, () => {
      const snapshot = cluster.settled((soFar) => planReads(soFar, {}), takenAt);
      applyRandomEvent(cluster, gone, random);
      return { snapshot, report: aggregate(snapshot) };
    });
    return { sentence, steps };
  });

  test.for(goals)("%s", (words) => {
    const counts = { so: 0, not: 0 };
    for (const { sentence, steps } of walks) {
      for (const [step, { snapshot, report }] of steps.entries()) {
        const { blocking, isKnown } = evaluateWaitGoal(report, goal(words));
        const isSo = blocking.length === 0;
        // There is no line without a reason.
        for (const one of blocking) expect(blockingText([one], [])).not.toBe("");
        counts[isSo ? "so" : "not"] += 1;
        if (isSo)
          expect([sentence, step, isSo, isKnown]).toEqual([sentence, step, fulfils(report, snapshot, words), true]);
        // Nor does anybody wait in vain for what is so.
        else if (!words.startsWith("avail") && !(words.includes("=") && hasGaps(report)))
          expect([sentence, step, reported(report, words), fulfils(report, snapshot, words)]).toEqual([
            sentence,
            step,
            expect.anything(),
            false,
          ]);
      }
    }
    expect(Math.min(counts.so, counts.not)).toBeGreaterThan(5);
  });
});

/** Something that the goal needs is not known: what could not be read, or operator status unknown. */
function hasGaps({ completeness, findings }: Report): boolean {
  const isUnread = completeness.gaps.some(
    ({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"),
  );
  return isUnread || findings.some(({ code }) => code === "operator-unknown");
}

/** The same by other means: by what the Report says at its head, and by the objects as they are. */
function fulfils(report: Report, snapshot: Snapshot, words: string): boolean {
  const { roots } = report;
  const objects = objectsIn(snapshot);
  const raws = roots.map(({ ref }) =>
    objects.find(
      (each) => each.ref.kind === ref.kind && each.ref.name === ref.name && each.ref.namespace === ref.namespace,
    ),
  );
  // biome-ignore lint/suspicious/noExplicitAny: as it was read
  const said = (raw: any, type: string): readonly any[] => {
    const all = raw?.raw.status?.conditions;
    return Array.isArray(all) ? all.filter((each) => each?.type === type) : [];
  };
  // Nothing was named: what stands there without its HyperConverged is nobody's.
  if (words !== "deleted" && roots.every(({ ref }) => hcoProfile.components.some(({ kind }) => kind === ref.kind)))
    return false;
  const isAttended =
    roots.every(({ gates }) => !gates.ready.because.includes("OperatorDown")) &&
    !report.findings.some(({ code }) => code === "operator-unknown");
  const isSettled = roots.every(({ stale, deleting }) => !stale && !deleting);
  switch (words) {
    case "healthy":
      return (
        roots.length > 0 &&
        report.verdict === "healthy" &&
        isSettled &&
        !report.findings.some(({ code }) => shortWorkloadCodes.some((each) => each === code))
      );
    case "available":
      return (
        isSettled &&
        isAttended &&
        roots.length > 0 &&
        roots.every((root, at) => {
          const parts = root.children.filter(({ required }) => required);
          const isUp = [root, ...parts].every(({ verdict }) => verdict !== "unavailable" && verdict !== "unknown");
          const available = said(raws[at], "Available");
          const isSaid = root.profile !== "hco" || (available.length > 0 && root.ownVerdict !== "unknown");
          return isUp && isSaid && available.every(({ status }) => status === "True");
        })
      );
    case "upgradeable": {
      const own = roots.filter(({ profile }) => profile === "hco");
      return upgradeGate(report).answer === "ALLOW" && own.every(({ gates }) => gates.upgradeable.answer === "yes");
    }
    case "upgraded": {
      const own = roots.filter(({ profile }) => profile === "hco");
      const isHere = own.length > 0 && own.every(({ stale, deleting }) => !stale && !deleting);
      const isWhole = !hasGaps(report);
      const operators = objects.filter(
        ({ ref }) => ref.kind === "Deployment" && operatorDeployments.includes(ref.name),
      );
      // biome-ignore lint/suspicious/noExplicitAny: as it was read
      const isReplaced = operators.every(({ raw }: any) => raw.status?.updatedReplicas >= raw.status?.replicas);
      return (
        isHere &&
        isWhole &&
        isReplaced &&
        isAttended &&
        own.every(({ gates, facts, children, conditions }) => {
          const { observedVersion, expectedVersion } = facts;
          const isAt = observedVersion !== undefined && observedVersion === expectedVersion;
          const areAt = children.every(
            ({ required, facts: part }) =>
              !required || !part["expectedVersion"] || part["expectedVersion"] === part["observedVersion"],
          );
          return gates.upgrade.running === false && isAt && areAt && conditions.length > 0;
        })
      );
    }
    case "deleted":
      return roots.length === 0 && !hasGaps(report);
    default: {
      const [, type = "", status = "True"] = words.split("=");
      return (
        roots.length > 0 &&
        roots.every((root, at) => {
          const all = said(raws[at], type);
          const judged = root.conditions.filter((each) => each.type === type);
          const isNew = judged.every(
            (each) => !each.outdated && (each.observedGeneration !== undefined || !root.stale),
          );
          return (
            all.length > 0 && isNew && all.every((each) => String(each.status).toLowerCase() === status.toLowerCase())
          );
        })
      );
    }
  }
}
