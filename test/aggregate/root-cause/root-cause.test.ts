import { describe, expect, test } from "vitest";
import { listRestartingBelow } from "../../../shared/aggregate/root-cause/restarting-containers.ts";
import type { Trouble } from "../../../shared/model/cause/trouble.ts";
import { nodeSince } from "../../../shared/model/condition-age.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import { component, condition, node, workloadBelow } from "../../render/build.ts";
import { findCause, findCauseBelow } from "./causes-of.ts";

const trouble = (reason: string, since?: string, message = ""): { trouble: Trouble } => ({
  trouble: { reason, message, ...definedFields({ since }) },
});

const crash = (name: string, since?: string): ReportNode =>
  workloadBelow("container", name, "degraded", {
    facts: { waiting: "CrashLoopBackOff", exitCode: "1", restarts: "7" },
    ...trouble("CrashLoopBackOff", since),
  });

const pull = (name: string, since?: string): ReportNode =>
  workloadBelow("container", name, "degraded", {
    facts: { waiting: "ImagePullBackOff", restarts: "0" },
    ...trouble("ImagePullBackOff", since),
  });

const pod = (name: string, children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("pod", name, "degraded", { children, ...trouble("ContainersNotReady"), ...part });

const deployment = (name: string, children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("workload", name, "unavailable", {
    facts: { ready: "0/1" },
    children,
    ...trouble("MinimumReplicasUnavailable", "2026-11-21T10:00:00Z"),
    ...part,
  });

const related = (kind: string, name: string, part: Partial<ReportNode> = {}): ReportNode =>
  node({
    role: "related",
    label: name,
    ref: { group: "", kind, name },
    verdict: "degraded",
    ...trouble("NotReady"),
    ...part,
  });

const silentNode = (name: string): ReportNode =>
  related("Node", name, { verdict: "unavailable", conditions: [condition("Ready", "U", 14)] });
const unreadyNode = (name: string): ReportNode =>
  related("Node", name, { verdict: "unavailable", conditions: [condition("Ready", "F", 14)] });
const claim = related("PersistentVolumeClaim", "data");
const evicted = (name: string, children: readonly ReportNode[]): ReportNode =>
  pod(name, children, {
    facts: { phase: "Failed", reason: "Evicted", node: "n" },
    ...trouble("Evicted", "2026-11-01T01:00:00Z", "The node was low on resource: memory."),
  });

const silent = [condition("Available", "F", 14), condition("Degraded", "F", 14), condition("Progressing", "F", 14)];
const cdi = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "unavailable", "v1", { conditions: silent, children, ...part });
const aaq = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("AAQ", "unavailable", "v1", { conditions: silent, children, ...part });

/** CDI with one Deployment `d` that has these below it. */
const cdiOver = (...children: readonly ReportNode[]): ReportNode => cdi([deployment("d", children)]);
const crashing = pod("p", [crash("c")]);

const causeOf = (parts: readonly ReportNode[]) => findCause("unavailable", parts);
const endOf = (parts: readonly ReportNode[]): string | undefined => causeOf(parts)?.path.at(-1);

describe("of what lies below the worst part that explains most which", () => {
  const rows: [sentence: string, parts: ReportNode[], end: string][] = [
    ["the part itself where nothing below was read", [cdi([])], "CDI"],
    ["a workload where its pods were not read", [cdi([deployment("cdi-deployment", [])])], "cdi-deployment"],
    ["the container, below pod and workload", [cdiOver(crashing)], "c"],
    [
      "a ReplicaSet by its counts alone explains nothing",
      [cdiOver(workloadBelow("replicaset", "rs", "unavailable", trouble("LessAvailable")))],
      "d",
    ],
    [
      "a ReplicaSet by what it could not do",
      [cdiOver(workloadBelow("replicaset", "rs", "unavailable", trouble("FailedCreate")))],
      "rs",
    ],
    ["the worse sibling", [cdi([deployment("a", [], { verdict: "degraded" }), deployment("b", [])])], "b"],
    [
      "a container before a pod that has no node",
      [cdiOver(pod("a", [], trouble("Unschedulable")), pod("b", [crash("c")]))],
      "c",
    ],
    [
      "a silent Node below its pod before the containers",
      [cdiOver(pod("a", [crash("c"), silentNode("n")], { facts: { node: "n" } }))],
      "n",
    ],
    [
      "a container that crashes before the Node that is not ready for it",
      [cdiOver(pod("a", [crash("c"), unreadyNode("n")], { facts: { node: "n" } }))],
      "c",
    ],
    [
      "a Node that is not ready before containers that do not fail",
      [cdiOver(pod("a", [unreadyNode("n")], { facts: { node: "n" } }))],
      "n",
    ],
    [
      "a container before a Node under pressure",
      [cdiOver(pod("a", [crash("c"), related("Node", "n")], { facts: { node: "n" } }))],
      "c",
    ],
    [
      "a Node under pressure before the pod that was evicted for it",
      [cdiOver(evicted("e", [related("Node", "n")]))],
      "n",
    ],
    [
      "the scheduler's words before a Node that is sick",
      [cdiOver(pod("a", [silentNode("n"), related("Node", "m")], trouble("Unschedulable")))],
      "a",
    ],
    [
      "a claim before the scheduler's words about volumes",
      [cdiOver(pod("a", [claim], trouble("Unschedulable", undefined, "unbound PersistentVolumeClaims")))],
      "data",
    ],
    [
      "the scheduler's words about anything else before a claim that waits for its pod",
      [cdiOver(pod("a", [claim], trouble("Unschedulable", undefined, "3 Insufficient cpu.")))],
      "a",
    ],
    [
      "a pod that crashes before one that was evicted long ago",
      [cdiOver(evicted("e", [crash("old", "2026-11-01T01:00:00Z")]), pod("b", [crash("c")]))],
      "c",
    ],
    [
      "a pod without a node before one that was evicted",
      [cdiOver(evicted("e", [crash("old")]), pod("b", [], trouble("Unschedulable")))],
      "b",
    ],
    [
      "a pod that only waits before one that was evicted",
      [
        cdiOver(
          evicted("e", [crash("old")]),
          pod("b", [], { verdict: "progressing", ...trouble("ContainerCreating") }),
        ),
      ],
      "b",
    ],
    [
      "also where another ReplicaSet made it",
      [
        cdiOver(
          workloadBelow("replicaset", "r", "unavailable", {
            children: [evicted("e", [])],
            ...trouble("LessAvailable"),
          }),
          workloadBelow("replicaset", "s", "degraded", {
            children: [pod("b", [crash("c")])],
            ...trouble("LessAvailable"),
          }),
        ),
      ],
      "c",
    ],
    [
      "what could not be made before what was evicted",
      [
        cdiOver(
          workloadBelow("replicaset", "r", "unavailable", { children: [evicted("e", [])], ...trouble("FailedCreate") }),
        ),
      ],
      "r",
    ],
    [
      "an evicted pod by its own reason, not by its container, where nothing else explains",
      [cdiOver(evicted("e", [crash("old")]))],
      "e",
    ],
    [
      "a failed pod by the container that it failed for, where nothing else explains",
      [cdiOver(pod("e", [crash("c")], { facts: { phase: "Failed", container: "c" } }))],
      "c",
    ],
    [
      "a pod that crashes before one that goes in time",
      [
        cdiOver(
          pod("a", [crash("old", "2026-11-01T01:00:00Z")], { deleting: true, ownVerdict: "progressing" }),
          pod("b", [crash("c")]),
        ),
      ],
      "c",
    ],
    [
      "what is broken before what merely waits, though it waits longer",
      [
        cdiOver(
          pod(
            "a",
            [workloadBelow("container", "w", "progressing", trouble("ContainerCreating", "2026-11-21T01:00:00Z"))],
            {
              verdict: "progressing",
            },
          ),
          pod("b", [crash("c", "2026-11-21T11:00:00Z")]),
        ),
      ],
      "c",
    ],
    [
      "what waits does not explain a pod that is worse",
      [cdiOver(pod("a", [workloadBelow("container", "w", "progressing", trouble("NotObserved"))]))],
      "a",
    ],
    [
      "the older trouble",
      [cdiOver(pod("a", [crash("new", "2026-11-21T11:00:00Z")]), pod("b", [crash("old", "2026-11-21T09:00:00Z")]))],
      "old",
    ],
    ["by name in the end", [cdiOver(pod("b", [crash("y")]), pod("a", [crash("x")]))], "x"],
    [
      "what is there before what is not",
      [cdi([deployment("a", [], { outcome: "absent" }), deployment("d", [crashing])])],
      "c",
    ],
  ];
  test.for(rows)("%s", ([, parts, end]) => {
    expect(endOf(parts)).toBe(end);
  });

  test("the order in which siblings come does not matter", () => {
    const pods = ["a", "b", "c", "d"].map((name, place) =>
      pod(name, [crash(`x${name}`, `2026-11-21T0${9 - place}:00:00Z`)]),
    );
    for (const order of [pods, pods.toReversed(), [...pods.slice(2), ...pods.slice(0, 2)]]) {
      expect(endOf([cdi([deployment("w", order)])])).toBe("xd");
    }
  });
});

describe("the part to begin with", () => {
  const rows: [sentence: string, parts: ReportNode[], part: string][] = [
    ["the worst", [cdi([], { verdict: "degraded" }), aaq([])], "AAQ"],
    [
      "of equals the one that says Degraded",
      [aaq([]), cdi([], { conditions: [...silent, condition("Degraded", "T", 3)] })],
      "CDI",
    ],
    ["of equals the one below which something was found", [aaq([]), cdiOver(crashing)], "CDI"],
    ["then as they came", [aaq([]), cdi([])], "AAQ"],
    ["never one that is not required", [cdi([], { required: false }), aaq([])], "AAQ"],
  ];
  test.for(rows)("%s", ([, parts, part]) => {
    expect(causeOf(parts)?.path[1]).toBe(part);
  });

  test("no part is unavailable or degraded: no cause", () => {
    expect(causeOf([component("CDI", "progressing", "v1"), component("AAQ", "unknown", "v1")])).toBeUndefined();
  });
});

describe("the causes beside the first", () => {
  const otherPathsOf = (...parts: readonly ReportNode[]): readonly string[] | undefined =>
    causeOf(parts)?.others.map(({ path }) => path.slice(1).join("/"));
  const crashingDeployment = (name: string): ReportNode => deployment(name, [pod(`${name}1`, [crash("c")])]);

  test("are those of other components", () => {
    const image = aaq([deployment("s", [pod("q", [pull("image")])])]);
    expect([endOf([image, cdiOver(crashing)]), otherPathsOf(image, cdiOver(crashing))]).toEqual([
      "image",
      ["CDI/d/p/c"],
    ]);
  });

  test("are those of other workloads of one component, and not of other pods of one workload", () => {
    const twoPods = deployment("a", [pod("p", [crash("x")]), pod("q", [crash("y")])]);
    expect([endOf([cdi([twoPods])]), otherPathsOf(cdi([twoPods, crashingDeployment("b")]))]).toEqual([
      "x",
      ["CDI/b/b1/c"],
    ]);
  });

  test("are no workloads that only lack pods, beside one whose container crashes", () => {
    expect(otherPathsOf(cdi([crashingDeployment("a"), deployment("b", [])]))).toEqual([]);
    expect(otherPathsOf(cdi([deployment("a", []), deployment("b", [], { facts: { ready: "0/2" } })]))).toEqual([
      "CDI/b",
    ]);
  });

  test("are also those of another verdict below", () => {
    const worse = deployment("b", [pod("q", [{ ...crash("x"), verdict: "unavailable" }], { verdict: "unavailable" })]);
    expect([
      endOf([cdi([crashingDeployment("a"), worse])]),
      otherPathsOf(cdi([crashingDeployment("a"), worse])),
    ]).toEqual(["c", ["CDI/b/q/x"]]);
  });

  test("are none of the other ReplicaSets and Pods of one root, however many crash", () => {
    const worst = { required: true, verdict: "unavailable" } as const;
    const pods = Array.from({ length: 3000 }, (_, place) => pod(`p${place}`, [crash("c")], worst));
    expect(otherPathsOf(...pods)).toEqual([]);
    const sets = ["r", "s"].map((name) =>
      workloadBelow("replicaset", name, "unavailable", { children: [pod(`${name}1`, [crash("c")])], required: true }),
    );
    expect(otherPathsOf(...sets)).toEqual([]);
  });

  test("are no evicted pod, but every workload, however many", () => {
    expect(otherPathsOf(cdi([crashingDeployment("a"), deployment("b", [evicted("e", [])])]))).toEqual([]);
    const many = Array.from({ length: 300 }, (_, place) => deployment(`d${place}`, [crashing]));
    expect(otherPathsOf(cdi(many))).toHaveLength(299);
  });

  test("are components with a message alone, or with workloads of which no pod was read", () => {
    expect(otherPathsOf(cdi([]), aaq([]))).toEqual(["AAQ"]);
    expect(otherPathsOf(aaq([deployment("s", [])]), cdiOver(crashing))).toEqual(["AAQ/s"]);
  });

  test("are younger than the first, which explains more", () => {
    const failing = (name: string, hour: number): ReportNode =>
      deployment(name, [], { facts: { ready: name }, ...trouble("FailedCreate", `2026-11-21T0${hour}:00:00Z`) });
    const parts = [cdi([failing("x", 3), failing("y", 2), failing("z", 1)])];
    expect([endOf(parts), otherPathsOf(...parts)]).toEqual(["z", ["CDI/y", "CDI/x"]]);
  });
});

describe("one line says what was found", () => {
  const causeTextOf = (parts: readonly ReportNode[]): string | undefined => causeOf(parts)?.text;
  test("a silent component, its workload, and the container with what the kubelet counts", () => {
    expect(
      causeTextOf([cdi([deployment("cdi-deployment", [pod("p", [crash("cdi-controller", "2026-11-21T11:46:00Z")])])])]),
    ).toBe(
      "Unavailable because CDI: Deployment cdi-deployment 0/1 ready; container cdi-controller in CrashLoopBackOff (exit 1, 7 restarts)",
    );
  });
  test("the component's own words only where nothing below is as bad", () => {
    const conditions = [condition("Available", "F", 14, "ConfigError", "no storage class")];
    const bad = deployment("d", [crashing]);
    expect(causeTextOf([cdi([bad], { conditions })])).not.toContain("ConfigError");
    expect(causeTextOf([cdi([{ ...bad, verdict: "degraded" }], { conditions })])).toContain(
      "ConfigError: no storage class; Deployment d",
    );
  });
  test("since is the age of the deepest fault, else of the next above it; of a restarting container, of its workload", () => {
    const waits = workloadBelow("container", "c", "degraded", {
      facts: { waiting: "ImagePullBackOff" },
      trouble: { reason: "ImagePullBackOff", message: "", since: "2026-11-21T11:46:00Z" },
    });
    expect(causeOf([cdiOver(pod("p", [waits]))])?.since).toBe("2026-11-21T11:46:00Z");
    expect(causeOf([cdiOver(pod("p", [crash("c", "2026-11-21T11:46:00Z")]))])?.since).toBe("2026-11-21T10:00:00Z");
    expect(causeOf([cdiOver(crashing)])?.since).toBe("2026-11-21T10:00:00Z");
    expect(causeOf([cdi([])])?.since).toBe(silent[0]?.since);
  });
  test("the age of a cause is that of its row", () => {
    const conditions = [condition("Available", "F", 10), condition("Degraded", "T", 3, "Broken", "no disk")];
    const part = cdi([], { conditions });
    expect(causeOf([part])?.since).toBe(conditions[0]?.since);
    expect(causeOf([part])?.since).toBe(nodeSince(part));
  });
  test("a workload that is not there", () => {
    expect(causeTextOf([cdi([deployment("multus", [], { outcome: "absent" })])])).toBe(
      "Unavailable because CDI: Deployment multus does not exist in namespace kubevirt-hyperconverged",
    );
  });
  test("OOMKilled, and a probe that fails", () => {
    const killed = workloadBelow("container", "c", "degraded", {
      facts: { waiting: "CrashLoopBackOff", exitCode: "137", signal: "SIGKILL", reason: "OOMKilled", restarts: "1" },
      ...trouble("CrashLoopBackOff"),
    });
    expect(causeTextOf([cdiOver(pod("p", [killed]))])).toMatch(
      /in CrashLoopBackOff \(OOMKilled, exit 137, 1 restart\)$/,
    );
    const unready = workloadBelow("container", "c", "degraded", {
      facts: { restarts: "0" },
      ...trouble("ReadinessProbeFailing", undefined, "its probe fails"),
    });
    expect(causeTextOf([cdiOver(pod("p", [unready]))])).toMatch(/; container c: its probe fails$/);
  });
});

describe("what a container's line says beside its numbers", () => {
  const causeTextOf = (facts: ReportNode["facts"], reason: string, message: string): string | undefined =>
    causeOf([
      cdiOver(
        pod("p", [workloadBelow("container", "c", "degraded", { facts, ...trouble(reason, undefined, message) })]),
      ),
    ])?.text.replace(/^.*; /, "");
  test.for<readonly [rule: string, facts: ReportNode["facts"], reason: string, message: string, line: string]>([
    [
      "an exit code says all that the kubelet's back-off does",
      { waiting: "CrashLoopBackOff", exitCode: "1", restarts: "7" },
      "CrashLoopBackOff",
      "back-off 5m0s restarting failed container=c; it ended last with exit code 1",
      "container c in CrashLoopBackOff (exit 1, 7 restarts)",
    ],
    [
      "what it wrote as it ended, in full",
      {
        waiting: "CrashLoopBackOff",
        exitCode: "1",
        restarts: "9",
        lastMessage: `FATAL: no /etc/tls ${"x".repeat(400)}`,
      },
      "CrashLoopBackOff",
      "back-off",
      "container c in CrashLoopBackOff (exit 1, 9 restarts): FATAL: no /etc/tls and more",
    ],
    [
      "the kubelet's words about an image or a Secret also after restarts",
      { waiting: "CreateContainerConfigError", restarts: "1" },
      "CreateContainerConfigError",
      'secret "tls" not found',
      'container c in CreateContainerConfigError (1 restart): secret "tls" not found',
    ],
    [
      "a reason of ours is said in words, whatever the restarts",
      { restarts: "3" },
      "ReadinessProbeFailing",
      "running, but its readiness probe fails",
      "container c (3 restarts): running, but its readiness probe fails",
    ],
  ])("%s", ([, facts, reason, message, line]) => {
    expect(causeTextOf(facts, reason, message)?.replace(/x{400}$/, "and more")).toBe(line);
  });

  test("what is ready now and comes back again and again explains a component that says nothing", () => {
    const facts = {
      restarts: "57",
      restarting: "true",
      lastReason: "OOMKilled",
      lastExitCode: "137",
      lastExit: "2026-11-21T11:59:20Z",
    };
    const ref = { group: "", kind: "Pod", namespace: "kubevirt-hyperconverged", name: "p" };
    const busy = workloadBelow("container", "c", "healthy", { facts, ref });
    const calm = workloadBelow("container", "s", "healthy", { facts: { restarts: "99" } });
    const runs = deployment("d", [pod("p", [calm, busy], { verdict: "healthy" })], { verdict: "healthy" });
    expect(causeOf([cdi([runs])])?.text).toBe(
      "Unavailable because CDI: container c of Pod p is ready but was restarted 57 times, most recently after OOMKilled (exit 137)",
    );
    const conditions = [condition("Available", "F", 14, "ConfigError", "no storage class")];
    expect(causeOf([cdi([runs], { conditions })])?.text).toBe("Unavailable because CDI: ConfigError: no storage class");
    expect(listRestartingBelow(runs)).toStrictEqual([
      { pod: ref, container: "c", restarts: 57, reason: "OOMKilled", exitCode: "137", last: "2026-11-21T11:59:20Z" },
    ]);
  });
});

describe("an object that is a root itself", () => {
  test("is explained by what stands below it, under its own label", () => {
    const cause = findCauseBelow(cdi([deployment("d", [crashing]), deployment("e", [pod("q", [crash("x")])])]));
    expect(cause?.path).toEqual(["CDI", "d", "p", "c"]);
    expect(cause?.others.map(({ path }) => path)).toEqual([["CDI", "e", "q", "x"]]);
  });

  test("is explained one step below, also where it only progresses", () => {
    const pending = pod("p", [], trouble("Unschedulable", "2026-11-21T11:00:00Z"));
    const cause = findCauseBelow(deployment("d", [pending]));
    expect([cause?.path, cause?.since]).toEqual([["d", "p"], "2026-11-21T11:00:00Z"]);
    expect(cause?.text).toMatch(/^Unavailable because Deployment d: /);
    expect(findCauseBelow(deployment("d", [pending], { verdict: "progressing" }))?.path).toEqual(["d", "p"]);
  });

  test("has no cause where nothing below it was found", () => {
    expect(findCauseBelow(cdi([]))).toBeUndefined();
    expect(findCauseBelow(deployment("d", []))).toBeUndefined();
  });
});
