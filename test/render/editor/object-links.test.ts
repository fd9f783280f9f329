import { describe, expect, test } from "vitest";
import type { Ref } from "../../../shared/model/object.ts";
import {
  type MarkdownPart,
  paragraphPart,
  renderMarkdownParts,
} from "../../../shared/render/editor/hover/markdown-parts.ts";
import {
  findNames,
  type KnownObjects,
  meantObject,
  withObjectLinks,
} from "../../../shared/render/editor/known-objects.ts";

const refs: readonly Ref[] = [
  { group: "apps", kind: "Deployment", namespace: "cnv", name: "cdi-deployment" },
  { group: "", kind: "Pod", namespace: "cnv", name: "cdi-deployment-7d9c" },
  { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi" },
  { group: "kubevirt.io", kind: "KubeVirt", namespace: "cnv", name: "kubevirt-hyperconverged" },
  { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "cnv", name: "kubevirt-hyperconverged" },
];
const known: KnownObjects = Map.groupBy(refs, ({ name }) => name);

describe("names of known objects in a text", () => {
  test.for<[rule: string, text: string, names: readonly string[]]>([
    ["a whole name, not the one that it begins with", "Pod cdi-deployment-7d9c failed", ["Pod/cdi-deployment-7d9c"]],
    ["behind a namespace", "cnv/cdi-deployment: 0/1", ["Deployment/cdi-deployment"]],
    ["at the end of a sentence", "waits for cdi-deployment.", ["Deployment/cdi-deployment"]],
    [
      "the one of the kind before it",
      "HyperConverged kubevirt-hyperconverged",
      ["HyperConverged/kubevirt-hyperconverged"],
    ],
    [
      "the one of the kind, with its namespace",
      "KubeVirt cnv/kubevirt-hyperconverged",
      ["KubeVirt/kubevirt-hyperconverged"],
    ],
    ["a short name behind its kind", "CDI cdi is degraded", ["CDI/cdi"]],
    ["no word of a sentence", "the operator cdi writes", []],
    ["no part of an address or of a word", "https://cdi.example.org x_cdi-deployment", []],
    ["no container", "container cdi-deployment failed", []],
    ["no image", 'pulling "quay.io/kubevirt/cdi-deployment:1.20.0"', []],
    ["no unknown object", "Pod cdi-apiserver-1", []],
  ])("%s", ([, text, names]) => {
    const found = findNames(text, known).map((each) => meantObject(text, each));
    expect(found.map((ref) => `${ref?.kind}/${ref?.name}`)).toEqual(names);
  });
});

test("a hover links them, and leaves commands and code as they are", () => {
  const parts = [
    paragraphPart("Deployment cdi-deployment 0/1 > ", { as: "code", text: "kubectl logs cdi-deployment-7d9c" }),
    { as: "block", text: "cdi-deployment" } as const,
  ];
  const open = ({ kind, name }: Ref) => ({ command: "open", arguments: [`${kind}/${name}`] });
  expect(renderMarkdownParts(withObjectLinks(parts, { known, open }))).toBe(
    "Deployment [cdi-deployment](command:open?%5B%22Deployment%2Fcdi-deployment%22%5D) 0/1 > `kubectl logs cdi-deployment-7d9c`\n\n```text\ncdi-deployment\n```",
  );
});

test("a hover links a bold name, and the name of a container to its Pod", () => {
  const about = { group: "", kind: "Pod", namespace: "cnv", name: "cdi-deployment-7d9c" };
  const open = ({ name }: Ref) => ({ command: "open", arguments: [name] });
  const link = (title: string, name: string): string => `[${title}](command:open?%5B%22${name}%22%5D)`;
  const linked = (part: MarkdownPart): string => renderMarkdownParts(withObjectLinks([part], { known, open }));
  expect(linked(paragraphPart({ as: "name", text: "Deployment cdi-deployment" }, " 0/1"))).toBe(
    `**Deployment** **${link("cdi-deployment", "cdi-deployment")}** 0/1`,
  );
  const container = { as: "object", text: "controller", about } as const;
  expect(linked(paragraphPart("container ", container, " fails"))).toBe(
    `container ${link("controller", "cdi-deployment-7d9c")} fails`,
  );
  const unknown = { ...container, about: { ...about, name: "gone" } };
  expect(linked(paragraphPart("container ", unknown, " fails"))).toBe("container controller fails");
});
