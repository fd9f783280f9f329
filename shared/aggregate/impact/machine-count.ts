import type { Impact, MachineCount } from "../../model/finding/impact.ts";
import type { Report } from "../../model/report.ts";

/** Whether a clause of a Report says that virtual machines go on, so that a reader wants to know how many run. */
export function needsMachineCount({ roots }: Pick<Report, "roots">): boolean {
  return roots.some(({ verdict, impact }) => verdict !== "healthy" && impact.some(isAboutRunning));
}

/** The Report with the number of running virtual machines in each clause that says that virtual machines go on. */
export function addMachineCount(report: Report, machines: MachineCount): Report {
  const roots = report.roots.map((root) => ({
    ...root,
    impact: root.impact.map((clause): Impact => (isAboutRunning(clause) ? { ...clause, machines } : clause)),
  }));
  return { ...report, roots };
}

function isAboutRunning({ code, goesOn }: Impact): boolean {
  return code === "goes-on" && goesOn?.startsWith("running") === true;
}
