-- Counts a try to sign in as failed, unless a limit is reached: the seconds to wait by each limit, none or past ones when
-- it counts. Tries for the same account or from the same address follow each other, in each statement seeing those before.
CREATE FUNCTION count_sign_in(
  of_account bytea, from_address bytea, period interval, both_most int, address_most int, account_most int,
  OUT "both" float8, OUT address float8, OUT account float8
) LANGUAGE plpgsql AS $$
BEGIN
  -- Nobody waits for the disk: when the machine dies in that moment, one failure less or more is counted.
  PERFORM set_config('synchronous_commit', 'off', true);
  -- Accounts before addresses, everywhere: no two tries can wait for each other in a ring.
  PERFORM pg_advisory_xact_lock(1, hashtext(encode(of_account, 'hex')));
  PERFORM pg_advisory_xact_lock(2, hashtext(encode(from_address, 'hex')));
  -- More than the one that is added, so that old ones never pile up.
  DELETE FROM sign_in_failures WHERE id IN (
    SELECT id FROM sign_in_failures WHERE at <= now() - period ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED
  );
  -- A try has a chance when the n-th newest failure, where n is the limit, is too old to count.
  SELECT extract(epoch FROM f.at + period - now()) INTO "both" FROM sign_in_failures AS f
  WHERE f.account = of_account AND f.address = from_address AND f.at > now() - period
  ORDER BY f.at DESC OFFSET both_most - 1 LIMIT 1;
  SELECT extract(epoch FROM f.at + period - now()) INTO address FROM sign_in_failures AS f
  WHERE f.address = from_address AND f.at > now() - period ORDER BY f.at DESC OFFSET address_most - 1 LIMIT 1;
  SELECT extract(epoch FROM f.at + period - now()) INTO account FROM sign_in_failures AS f
  WHERE f.account = of_account AND f.at > now() - period ORDER BY f.at DESC OFFSET account_most - 1 LIMIT 1;
  IF coalesce(greatest("both", address, account), 0) <= 0 THEN
    INSERT INTO sign_in_failures (account, address) VALUES (of_account, from_address);
  END IF;
END $$;
