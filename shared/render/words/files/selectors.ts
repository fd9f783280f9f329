import type { SelectorFault } from "../../../model/fault/selector.ts";

/** Why a selector cannot be parsed; kubectl's sentences, as far as it has one. */
export function selectorFaultText(fault: SelectorFault): string {
  switch (fault.code) {
    case "label-requirement":
      return `unable to parse requirement: "${fault.part}" is not a label selector`;
    case "field-requirement":
      return `invalid selector: '${fault.part}'; can't understand '${fault.part}'`;
    case "unknown-field":
      return `field label not supported: ${fault.field}; a custom resource has metadata.name and metadata.namespace`;
  }
}
