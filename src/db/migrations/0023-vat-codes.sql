-- The rest of the tax authority's list of reasons for a rate of zero (BR-KSA-CL-04, rules R3.4.7).
alter domain vat_exemption drop constraint vat_exemption_check;
alter domain vat_exemption add constraint vat_exemption_check check (value in ('VATEX-SA-29', 'VATEX-SA-29-7',
  'VATEX-SA-30', 'VATEX-SA-32', 'VATEX-SA-32(bis)', 'VATEX-SA-33', 'VATEX-SA-34-1', 'VATEX-SA-34-2', 'VATEX-SA-34-3',
  'VATEX-SA-34-4', 'VATEX-SA-34-5', 'VATEX-SA-35', 'VATEX-SA-36', 'VATEX-SA-EDU', 'VATEX-SA-HEA', 'VATEX-SA-MLTRY',
  'VATEX-SA-DIPLOMAT', 'VATEX-SA-DUTYFREE', 'VATEX-SA-ROYALDECREE', 'VATEX-SA-OOS'));
