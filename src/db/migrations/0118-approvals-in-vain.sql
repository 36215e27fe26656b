-- An approval that comes after its attempt was closed is given up at its provider: the attempt is put aside for that.
insert into attempt_transitions values
  ('declined', 'superseded'), ('cancelled', 'superseded'), ('expired', 'superseded');
