import type { Effect } from "./row.ts";

/** Where else the same bundle stands, and what it is for. */
interface BundleUse {
  /** The other objects with the same bundle: `APIService v1.subresources.kubevirt.io`. */
  readonly others: readonly string[];
}

/** Evidence about the certificates that the API server accepts of webhooks and of the servers of APIs. */
export type CertificateEvidence =
  /** No certificate of the bundle is valid. */
  | (BundleUse & {
      readonly code: "ca-bundle-invalid";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      /** How many certificates it holds. */
      readonly certificates: number;
      /** RFC 3339 UTC: when the last of them expired, or when the first will be valid. */
      readonly at?: string;
      /** Writes fail until it is replaced; otherwise they are not checked, or an API is not available. */
      readonly refusesWrites: boolean;
      /** What it does to an upgrade; absent where the upgrade needs none of these calls. */
      readonly upgradeEffect?: Effect;
    })
  /** The API server could not verify the certificate that a webhook serves, about the object that has its bundle. */
  | {
      readonly code: "certificate-refused";
      /** Its name; empty for a conversion webhook. */
      readonly webhook: string;
      /** The host of its Service: `virt-api.kubevirt.svc`. */
      readonly host: string;
      /** What the API server reports: `x509: certificate signed by unknown authority`. */
      readonly error: string;
      /** Whether the bundle has a valid certificate; absent: it was not read, or has none of its own. */
      readonly isBundleValid?: boolean;
      readonly upgradeEffect?: Effect;
    }
  /** The newest certificate should have been replaced by now. RFC 3339 UTC: when, and when it expires. */
  | (BundleUse & { readonly code: "ca-bundle-not-rotated"; readonly due: string; readonly expires: string });
