/** The source of a program that uses the library: it evaluates a HyperConverged and a CDI that is not available. */
export const libraryProgram = (specifier: string): string => `
  import { aggregate, printReport, snapshotOf } from ${JSON.stringify(specifier)};
  const metadata = { name: "kubevirt-hyperconverged", namespace: "cnv" };
  const cdi = { apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", metadata: { name: "cdi-kubevirt-hyperconverged" },
    status: { conditions: [{ type: "Available", status: "False", reason: "Broken" }] } };
  const hco = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata, status: { conditions: [] } };
  const report = aggregate(snapshotOf([hco, cdi], { takenAt: "2026-11-21T12:00:00Z", source: { kind: "files", name: "x" } }));
  console.log(report.verdict, printReport(report).roots[0].rootCause.path.join("/"));
`;
