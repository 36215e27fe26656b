-- A renewal may be given up wherever it is: the unit keeps the certificate that it has.
insert into egs_application_moves values ('certified', 'issued');
