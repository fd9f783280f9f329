import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { findTypeInCommand } from "../../../shared/parse/pasted/commands.ts";

describe("the type in a command is that of kubectl get and describe", () => {
  test.for([
    ["$ kubectl get isvc foo -o yaml", "isvc"],
    ["[root@a ~]# oc -n ns get certificates.cert-manager.io/foo -oyaml", "certificates.cert-manager.io"],
    ["kubectl --context a --namespace=b describe -n c Certificate", "Certificate"],
    ["❯ k get widget foo -o jsonpath='{.status.conditions}' | jq", "widget"],
    ["$ kubectl get -l a=b widget", "widget"],
    ["$ `kubectl` `describe` `widget/foo`", "widget"],
    ["$ kubectl get widget,gadget foo -o yaml", undefined],
    ["$ kubectl get -f widget.yaml -o yaml", undefined],
    ["$ kubectl describe <type> foo", undefined],
    ["$ kubectl delete widget foo", undefined],
    ["$ kubectl logs get widget", undefined],
    ["$ cat widget.yaml | kubectl", undefined],
    ["$ yq .status widget.yaml", undefined],
  ] as const)("%s", ([line, type]) => {
    expect(findTypeInCommand(line)).toBe(type);
  });
});

const yaml = "conditions:\n- status: 'True'\n  type: Ready\n";
const described = "Status:\n  Conditions:\n    Status:  True\n    Type:    Ready\n";
const kindsIn = (text: string): readonly string[] =>
  readTextObjects(text, "x").objects.map(({ ref }) => `${ref.kind}.${ref.group}`);

describe("a status alone is of the kind that the command above it names", () => {
  const service = "InferenceService.serving.kserve.io";
  test.for([
    ["conditions", `$ kubectl get isvc a -o yaml | yq .status\n${yaml}`, [service]],
    ["a description", `$ kubectl describe inferenceservice a\n${described}`, [service]],
    [
      "each of its own",
      `$ kubectl describe isvc a\n${described}\n$ kubectl describe cephcluster b\n${described}`,
      [service, "CephCluster.ceph.rook.io"],
    ],
  ] as const)("%s", ([, text, kinds]) => {
    expect(kindsIn(text)).toEqual(kinds);
  });
  test.for([
    ["where kinds of two groups have this name", "kubectl get cluster a -o yaml"],
    ["where no kind is known by it", "kubectl get widget a -o yaml"],
    ["where the rule of the kind needs all of it", "kubectl get vm a -o yaml"],
    ["where it is one of Kubernetes", "kubectl get deployment a -o yaml"],
    ["where it is a component of HyperConverged", "kubectl get kubevirt a -o yaml"],
    ["where another command printed it", "kubectl get isvc a -o yaml > a.yaml\n$ cat a.yaml"],
  ] as const)("a status alone has no kind from %s", ([, command]) => {
    expect(kindsIn(`$ ${command}\n${yaml}`)).toEqual(["Object.pasted.status"]);
  });
  test("two of one command stay two objects", () => {
    const { objects } = readTextObjects(`$ kubectl get isvc a -o yaml\n${yaml}---\n${yaml}`, "x");
    expect(new Set(objects.map(({ ref }) => `${ref.kind} ${ref.name}`)).size).toBe(2);
  });
});
