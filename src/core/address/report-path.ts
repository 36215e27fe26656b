/** Where browsers report what a page's policy has stopped: in `report-uri` and `Reporting-Endpoints` of every page. */
export const reportPath = "/csp-report";
