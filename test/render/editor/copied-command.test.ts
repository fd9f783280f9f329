import { describe, expect, test } from "vitest";
import type { Ref } from "../../../shared/model/object.ts";
import { type CommandPlace, logsCommand, statusCommand } from "../../../shared/render/editor/copied-command.ts";

const hco: Ref = { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "kubevirt", name: "hco" };
const cdi: Ref = { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi" };

describe("a copied command says all that another shell needs", () => {
  const rows: [place: CommandPlace, ref: Ref, command: string | undefined][] = [
    [{ kind: "cluster", context: "prod" }, hco, "kubectl hco-status --context prod -n kubevirt hyperconverged/hco"],
    [{ kind: "cluster" }, cdi, "kubectl hco-status cdi.cdi.kubevirt.io/cdi"],
    [
      { kind: "cluster", kubeconfig: "~/my files/config", context: "a b" },
      hco,
      "kubectl hco-status --kubeconfig ~/'my files/config' --context 'a b' -n kubevirt hyperconverged/hco",
    ],
    [{ kind: "cluster", kubeconfig: "/a:/b" }, cdi, "KUBECONFIG=/a:/b kubectl hco-status cdi.cdi.kubevirt.io/cdi"],
    [
      { kind: "cluster", context: "it's; rm -rf $HOME `x`" },
      cdi,
      "kubectl hco-status --context 'it'\\''s; rm -rf $HOME `x`' cdi.cdi.kubevirt.io/cdi",
    ],
    [
      { kind: "files", holds: "must-gather", path: "/tmp/must gather" },
      hco,
      "kubectl hco-status --must-gather '/tmp/must gather' -n kubevirt hyperconverged/hco",
    ],
    [
      { kind: "files", holds: "dump", path: "/tmp/all.yaml" },
      { group: "apps", kind: "Deployment", namespace: "a", name: "b" },
      "kubectl hco-status --filename /tmp/all.yaml -n a deployment/b",
    ],
    [{ kind: "cluster" }, { ...hco, name: "--kubeconfig=x" }, undefined],
    [{ kind: "cluster" }, { ...hco, namespace: "a b" }, undefined],
    [{ kind: "cluster" }, { ...hco, name: "a\nrm" }, undefined],
    [{ kind: "cluster" }, { ...hco, kind: "-x" }, undefined],
  ];
  test.for(rows)("%j %j: %s", ([place, ref, command]) => {
    expect(statusCommand(place, ref)).toBe(command);
  });

  test("the log of a container", () => {
    const logs = { namespace: "kubevirt", pod: "cdi-1", container: "cdi", isPrevious: true };
    const prod = { kind: "cluster", context: "prod" } as const;
    expect(logsCommand(prod, logs)).toBe("kubectl --context prod logs -n kubevirt cdi-1 -c cdi --previous");
    expect(logsCommand(prod, { ...logs, pod: "-x" })).toBeUndefined();
    expect(logsCommand({ kind: "files", holds: "must-gather", path: "/x" }, logs)).toBeUndefined();
  });
});
