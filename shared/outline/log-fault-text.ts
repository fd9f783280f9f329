import type { LogFault } from "../parse/log-faults.ts";

/** Where the fault lies that a line of a log reports: `it could not renew its lease in time: look at the API server first`. */
export function logFaultText({ code, field }: LogFault): string {
  switch (code) {
    case "lease-lost":
      return "it could not renew its lease in time: look at the API server first";
    case "object-undecodable":
      return `${field === undefined ? "an object" : `field ${field}`} does not fit: the CRD is of another release`;
    case "image-of-other-architecture":
      return "its image is for another architecture than the node";
    case "execution-denied":
      return "its node denies execution: AppArmor, SELinux or noexec";
  }
}
