-- A digest of a checkout's name and mobile can be tried with guesses: an erasure takes it from now on, and here those that it left.
update checkouts set content_hash = decode(repeat('00', 32), 'hex') where mobile = 'erased';
