import type { Report } from "../../shared/model/report.ts";

/** The lines of a Report for a screen of this width: its content above changes and status. */
export type ReportLines = (report: Report, columns: number) => readonly string[];
