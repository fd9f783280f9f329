import { Diagnostic, DiagnosticSeverity, Range } from "vscode";
import { readAdmissionFaults, spanOfField } from "../../shared/manifest/admission-faults.ts";
import type { DryRunReply } from "../../shared/model/manifest/dry-run.ts";
import { serverMessage } from "../../shared/render/editor/live-yaml/dry-run.ts";
import type { WrittenObject } from "../session/written-object.ts";

/** Returns one entry for Problems for each thing that the server objects to, on the line of its field. */
export function refusalDiagnostics(
  { document, object }: WrittenObject,
  { message, status }: Extract<DryRunReply, { is: "refused" }>,
): readonly Diagnostic[] {
  return readAdmissionFaults(status ?? { message }).map((fault) => {
    const { start, end } = spanOfField(object, fault.path);
    const range = new Range(document.positionAt(start), document.positionAt(end));
    const diagnostic = new Diagnostic(range, serverMessage(fault.message), DiagnosticSeverity.Error);
    diagnostic.source = "hco-status";
    diagnostic.code = "dry-run";
    return diagnostic;
  });
}
