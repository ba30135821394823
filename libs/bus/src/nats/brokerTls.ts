/** Files with certificates for the way to the broker; they are read anew for each connection. */
export interface BrokerTls {
  /** Of the authorities that may have signed the broker's certificate; absent: those the system trusts. */
  ca?: string;
  /** Ours, and its key. */
  certificate?: string;
  key?: string;
}
