import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { findPartialCall, isPartialCall } from "../../../shared/parse/pasted/partial-calls.ts";

describe("a line is a partial call where kubectl printed only a part of an object", () => {
  test.for([
    { line: "$ kubectl get foo a -o yaml | grep -v uid:", isPartial: true },
    { line: "kubectl get foo a -o yaml | head -20", isPartial: true },
    { line: "[root@host ~]# oc get foo a -o yaml | grep -v Degraded", isPartial: true },
    { line: "I ran `oc get foo a -o yaml | head`:", isPartial: true },
    { line: "# oc get foo a -o yaml | grep -v Degraded", isPartial: true },
    { line: "#kubectl get foo a --output=json | jq 'del(.status.conditions[0])'", isPartial: true },
    { line: "$ kubectl get foo a -o yaml", isPartial: false },
    { line: "$ kubectl get foo a -o yaml | grep -v '^ *uid:'", isPartial: false },
    { line: "$ cat foo.yaml | grep -v uid:", isPartial: false },
    { line: "# kubectl apply -f this.yaml", isPartial: false },
    { line: "# kubectl get pods | head", isPartial: false },
    { line: "You can see it with `kubectl get pods | grep foo`:", isPartial: false },
    { line: "# kubectl create configmap a --dry-run=client -o yaml | grep -v uid > a.yaml", isPartial: false },
    { line: "# created by: kubectl get foo a -o yaml | head", isPartial: false },
    { line: "message: run kubectl get foo a -o yaml | head", isPartial: false },
    { line: "- run kubectl get foo a -o yaml | head", isPartial: false },
    { line: "  kubectl get foo a -o yaml | head", isPartial: false },
    { line: '{"message": "run kubectl get foo a -o yaml | head"}', isPartial: false },
    { line: '["run kubectl get foo a -o yaml | head"]', isPartial: false },
  ] as const)("$line: $isPartial", ({ line, isPartial }) => {
    expect(isPartialCall(line)).toBe(isPartial);
    expect(findPartialCall(`a: |\n  b\n${line}\r\nc: d\n`)).toBe(isPartial ? 9 : -1);
  });
});

describe("a text that is YAML is read as pasted if the command above it printed a part of an object", () => {
  const head = "apiVersion: ex.org/v1\nkind: Foo\nmetadata: {name: a}\n";
  const object = `${head}status:\n  conditions:\n  - status: "True"\n    type: Available\n`;
  const script = "data:\n  run.sh: |\n    kubectl get foo a -o yaml | head\n    # kubectl get foo a -o yaml | head\n";
  /** `a cut` or `a whole` for each object, and the steps if the text is read as pasted. */
  function readCuts(text: string): readonly [objects: readonly string[], steps: readonly string[] | undefined] {
    const { objects, pasted } = readTextObjects(text, "x");
    return [objects.map(({ ref, cut }) => `${ref.name} ${cut === true ? "cut" : "whole"}`), pasted?.steps];
  }

  test.for([
    { rule: "a command that ends with a colon", text: `$ kubectl get foo a -o yaml | grep -v uid:\n${object}` },
    {
      rule: "a command with a colon and a blank",
      text: `$ kubectl get foo a -o yaml | grep -v "type: Degraded"\n${object}`,
    },
    {
      rule: "a command with a colon and a blank after a prompt of no known shell",
      text: `sh-4.4$ kubectl get foo a -o yaml | grep -v "type: Degraded"\n${object}`,
    },
    { rule: "a command after the prompt of root", text: `# oc get foo a -o yaml | grep -v Degraded\n${object}` },
    {
      rule: "a command after the prompt of root and a byte order mark",
      text: `\uFEFF# oc get foo a -o yaml | grep -v Degraded\n${object}`,
    },
    {
      rule: "a command after the prompt of root with line breaks of Windows",
      text: `# oc get foo a -o yaml | grep -v Degraded\n${object}`.replaceAll("\n", "\r\n"),
    },
    {
      rule: "a command after the prompt of root, above a comment",
      text: `# oc get foo a -o yaml | grep -v Degraded\n# all is well\n${object}`,
    },
  ] as const)("an object below $rule is cut", ({ text }) => {
    const [objects, steps] = readCuts(text);
    expect([objects, steps?.includes("cut-object")]).toEqual([["a cut"], true]);
  });

  test("only the object below the command is cut", () => {
    const other = object.replace("name: a", "name: b");
    expect(readCuts(`${other}---\n# oc get foo a -o yaml | head\n${object}`)[0]).toEqual(["b whole", "a cut"]);
  });

  test("a kind that is evaluated by all of its fields is not read", () => {
    const text = `# oc get deploy a -o yaml | grep -v False\n${object}`.replace(
      "ex.org/v1\nkind: Foo",
      "apps/v1\nkind: Deployment",
    );
    const { objects, damage } = readTextObjects(text, "x");
    expect([objects, damage.map(({ where }) => where)]).toEqual([[], ["x:1"]]);
  });

  test("JSON below a command after the prompt of root is not read", () => {
    const json = JSON.stringify({ apiVersion: "ex.org/v1", kind: "Foo", metadata: { name: "a" } });
    const { objects, damage } = readTextObjects(`# oc get foo a -o json | jq -c 'del(.status)'\n${json}\n`, "x");
    expect([objects, damage.map(({ where }) => where)]).toEqual([[], ["x:1"]]);
  });

  test("nothing is read of a text that is too long to be read as pasted", () => {
    const text = `# oc get foo a -o yaml | head\n${object}${"# more\n".repeat(150_000)}`;
    const { objects, damage } = readTextObjects(text, "x");
    expect([objects, damage.map(({ where }) => where)]).toEqual([[], ["x:1:1"]]);
  });

  test.for([
    { rule: "a comment that applies the manifest", text: `# kubectl apply -f this.yaml | head\n${object}` },
    { rule: "a comment that lists Pods", text: `# Usage:\n# kubectl get pods | grep foo\n${object}` },
    {
      rule: "a sentence with a command in a comment",
      text: `# created by: kubectl get foo a -o yaml | head\n${object}`,
    },
    { rule: "a command in a script, and as a comment in it", text: `${head}${script}` },
    { rule: "a command in a field", text: `${head}message: run kubectl get foo a -o yaml | head\n` },
    { rule: "a command after the prompt of root below it", text: `${object}# oc get foo a -o yaml | head\n` },
  ] as const)("an object with $rule is read as it is", ({ text }) => {
    expect(readCuts(text)).toEqual([["a whole"], undefined]);
  });
});
