-- A colleague who signs in by mobile is invited there (docs/decisions/0225).
alter table invitations
  alter column email drop not null,
  add column mobile text check (mobile ~ '^\+[0-9]{7,15}$'),
  add constraint of_one_address check ((email is null) <> (mobile is null));
