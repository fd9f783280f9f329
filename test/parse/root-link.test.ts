import { describe, expect, test } from "vitest";
import { consoleAddress, linkPath, type RootLink, readRootLink, writeRootLink } from "../../shared/parse/root-link.ts";

const hco = { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "cnv", name: "hco" };

describe("a link comes back as it was written", () => {
  const rows: readonly RootLink[] = [
    { context: "prod", ref: hco },
    { context: "cnv/api-prod:6443/kube:admin", ref: { group: "", kind: "Node", name: "n1" } },
    { context: "ünï & co = 100% #1", ref: hco },
  ];
  test.for(rows)("$context", (link) => {
    expect(readRootLink(linkPath, writeRootLink(link))).toEqual(link);
  });
});

describe("a link that names no object is refused", () => {
  const whole = writeRootLink({ context: "prod", ref: hco });
  const rows: readonly [rule: string, path: string, query: string][] = [
    ["another path", "/run", whole],
    ["no query", linkPath, ""],
    ["no context", linkPath, "kind=A&name=b"],
    ["no name", linkPath, "context=a&kind=B"],
    ["a field twice", linkPath, `${whole}&context=other`],
    ["a broken escape", linkPath, `${whole}%`],
    ["a line break in the context", linkPath, "context=a%0Ab&kind=B&name=c"],
    ["an escape sequence", linkPath, "context=%1b%5b2J&kind=B&name=c"],
    ["a path as name", linkPath, "context=a&kind=B&name=..%2Fc"],
    ["a flag as name", linkPath, "context=a&kind=B&name=--token"],
    ["a prototype", linkPath, "__proto__=a&kind=B&name=c"],
    ["more than 2,000 characters", linkPath, `${whole}&x=${"y".repeat(2_000)}`],
  ];
  test.for(rows)("%s", ([, path, query]) => {
    expect(readRootLink(path, query)).toBeUndefined();
  });
});

describe("the web console opens only at a plain https address", () => {
  const base = "https://console-openshift-console.apps.prod.example.com";
  const object = { ...hco, version: "v1" };
  const rows: readonly [base: string, object: Parameters<typeof consoleAddress>[1], address: string | undefined][] = [
    [base, object, `${base}/k8s/ns/cnv/hco.kubevirt.io~v1~HyperConverged/hco`],
    [`${base}/`, { group: "", version: "v1", kind: "Node", name: "n1" }, `${base}/k8s/cluster/core~v1~Node/n1`],
    [`${base}:8443/sub`, object, `${base}:8443/sub/k8s/ns/cnv/hco.kubevirt.io~v1~HyperConverged/hco`],
    ["http://console.example.com", object, undefined],
    ["https://user:pass@console.example.com", object, undefined],
    ["https://console.example.com/?next=//evil", object, undefined],
    ["https://console.example.com#x", object, undefined],
    ["javascript:alert(1)", object, undefined],
    ["command:workbench.action.quit", object, undefined],
    ["https://a b", object, undefined],
    [`https://${"a".repeat(3_000)}`, object, undefined],
    [base, { ...object, name: "a/../b" }, undefined],
  ];
  test.for(rows)("%s", ([from, to, address]) => {
    expect(consoleAddress(from, to)).toBe(address);
  });
});
