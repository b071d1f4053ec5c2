/** Words for failures of transport, exactly as product-spec section 8 has them. */
export const TRANSPORT_ERRORS = {
  network: 'Network Error',
  aborted: 'Request aborted',
  timeout: 'timeout exceeded',
  cancelled: 'Request Canceled.',
  status: (code: number) => `Request failed with status code ${code}`,
  protocol: 'Unsupported protocol',
} as const;
