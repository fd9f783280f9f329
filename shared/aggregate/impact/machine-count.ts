import type { Impact, MachineCount } from "../../model/finding/impact.ts";
import type { Report } from "../../model/report.ts";

/** Whether a Report says of virtual machines that they go on, so that their number tells how many that concerns. */
export function needsMachineCount({ roots }: Pick<Report, "roots">): boolean {
  return roots.some(({ verdict, impact }) => verdict !== "healthy" && impact.some(isAboutRunning));
}

/** The Report with the number of virtual machines that run. */
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
