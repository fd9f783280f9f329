import { describe, expect, test } from "vitest";
import type { Ref } from "../../../shared/model/object.ts";
import {
  buildTerminalArguments,
  chooseLoginCommand,
  type TerminalAction,
} from "../../../shared/render/editor/terminal-commands.ts";

const pod: Ref = { group: "", kind: "Pod", namespace: "cnv", name: "a-1" };
const cdi: Ref = { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi" };
const deployment: Ref = { group: "apps", kind: "Deployment", namespace: "cnv", name: "a" };
const logs = { namespace: "cnv", pod: "a-1", container: "c", isPrevious: true };

describe("a row's command in a terminal", () => {
  const rows: readonly [
    action: TerminalAction,
    target: Parameters<typeof buildTerminalArguments>[1],
    words: string | undefined,
  ][] = [
    ["logs", { ref: pod, logs }, "logs -n cnv a-1 -c c --previous"],
    ["logs", { ref: pod }, "logs -n cnv pod/a-1 --all-containers"],
    ["logs", { ref: deployment }, "logs -n cnv deployment/a --all-containers"],
    ["logs", { ref: cdi }, undefined],
    ["describe", { ref: cdi }, "describe cdi.cdi.kubevirt.io cdi"],
    ["describe", { ref: pod }, "describe -n cnv pod a-1"],
    [
      "events",
      { ref: pod },
      "get events -n cnv --field-selector involvedObject.kind=Pod,involvedObject.name=a-1 --sort-by .lastTimestamp",
    ],
    [
      "events",
      { ref: cdi },
      "get events -A --field-selector involvedObject.kind=CDI,involvedObject.name=cdi --sort-by .lastTimestamp",
    ],
    ["describe", { ref: { ...pod, name: "--kubeconfig=x" } }, undefined],
    ["events", { ref: { ...pod, name: "a,involvedObject.kind=b" } }, undefined],
    ["logs", { ref: { ...pod, namespace: "a\nb" } }, undefined],
  ];
  test.for(rows)("%s %j: %s", ([action, target, words]) => {
    expect(buildTerminalArguments(action, target)?.join(" ")).toBe(words);
  });
});

describe("a login is what the kubeconfig says", () => {
  const place = { context: "prod", server: "https://api.prod:6443" };
  const program = { arguments: ["aws", "eks", "get-token"], hasVariables: false };
  const rows: readonly [rule: string, facts: Parameters<typeof chooseLoginCommand>[0], expected: object | undefined][] =
    [
      ["the exec plugin", { ...place, program }, { by: "program", arguments: program.arguments }],
      [
        "a plugin with variables is run by kubectl",
        { ...place, program: { ...program, hasVariables: true } },
        { by: "kubectl", arguments: ["get", "--raw", "/version"] },
      ],
      ["a token of OpenShift", { ...place, token: "sha256~abc" }, { by: "oc", arguments: ["login", place.server] }],
      ["a context that oc wrote", { ...place, context: "cnv/api-prod:6443/kube:admin" }, { by: "oc" }],
      ["another token has no program", { ...place, token: "abc" }, undefined],
      ["a certificate has none", place, undefined],
    ];
  test.for(rows)("%s", ([, facts, expected]) => {
    const found = chooseLoginCommand(facts);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
    expect(JSON.stringify(found ?? "")).not.toContain("sha256~");
  });
});
