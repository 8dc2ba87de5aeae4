-- The whole database. Until the first deploy a change edits this file; from then on every change is a new file, and
-- migrations only go forward. Rows store facts; steps, sentences and standings are derived from them. Times are
-- milliseconds, UTC; days are YYYY-MM-DD in São Paulo. Card numbers, CPF and CNPJ are never stored here, only at the
-- payment processor.

-- Sign-ups, from the first submission to the finished environment. Whatever decides a race stands in this one row.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  subdomain TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'essential', 'pro', 'enterprise')),
  cycle TEXT NOT NULL CHECK (cycle IN ('monthly', 'yearly')),
  -- The price at the time of the sale; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos >= 0),
  status TEXT NOT NULL CHECK (status IN ('AGUARDANDO', 'EM_ANDAMENTO', 'CONCLUIDO', 'ERRO')),
  -- free: nothing to pay; none: nothing exists at the processor; unclear: a subscription may exist;
  -- pending: it exists and is not paid; confirmed: paid.
  payment TEXT NOT NULL CHECK (payment IN ('free', 'none', 'unclear', 'pending', 'confirmed')),
  unclear_until INTEGER NOT NULL DEFAULT 0,
  -- Where the card is typed: in our form, or on the processor's page. On the page the charge stays open until the
  -- customer pays, so the name is reserved for longer, and the charge is removed before the name is released.
  card_entry TEXT NOT NULL DEFAULT 'form' CHECK (card_entry IN ('form', 'hosted')),
  -- Keyed hash of the payer's CPF or CNPJ.
  payer TEXT,
  customer_id TEXT,
  subscription_id TEXT,
  payment_id TEXT,
  pay_url TEXT,
  -- Due day of the first charge.
  first_due_on TEXT,
  paid_at INTEGER,
  -- The cluster of the environment, by its name in the setting CLUSTERS; '' is the one of ARGOCD_*.
  cluster TEXT NOT NULL DEFAULT '',
  -- Revision of the chart that the environment runs, from its first application on.
  chart_revision TEXT,
  -- The workflow run that controls the order; every restart and a close raise it.
  attempt INTEGER NOT NULL DEFAULT 0,
  -- When that run was given the order.
  run_at INTEGER NOT NULL,
  -- One request at a time works on an order.
  lease_until INTEGER NOT NULL DEFAULT 0,
  -- End of an unpaid reservation of the name.
  reserved_until INTEGER NOT NULL,
  -- When name, plan and terms were last chosen.
  chosen_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When and why the order was closed undelivered. It is never provisioned again; the scheduled job removes charges and
  -- environment, then releases the name.
  closed_at INTEGER,
  close_reason TEXT CHECK (close_reason IN ('operator', 'customer', 'undelivered')),
  -- Total refund, known once the subscription is removed.
  given_back_centavos INTEGER CHECK (given_back_centavos >= 0),
  released_at INTEGER
);
-- These two indexes decide every race: one live order per name, one per account. SQLite checks the last one first, so an
-- account that sends an order twice at once is not told that its own name is taken.
CREATE UNIQUE INDEX orders_live_subdomain ON orders (subdomain) WHERE released_at IS NULL;
CREATE UNIQUE INDEX orders_live_subject ON orders (subject) WHERE released_at IS NULL;
CREATE INDEX orders_subject ON orders (subject);
CREATE INDEX orders_subdomain ON orders (subdomain);
CREATE INDEX orders_subscription ON orders (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX orders_payment ON orders (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX orders_newest ON orders (created_at);
CREATE INDEX orders_released ON orders (released_at) WHERE released_at IS NOT NULL;
-- Queries of the scheduled job run each minute and must not read whole tables; tests/worker/query-plans.test.ts checks
-- it.
CREATE INDEX orders_unsettled ON orders (status, updated_at) WHERE released_at IS NULL AND status <> 'CONCLUIDO';
CREATE INDEX orders_unpaid ON orders (chosen_at) WHERE released_at IS NULL AND status = 'AGUARDANDO';
CREATE INDEX orders_closed ON orders (closed_at) WHERE closed_at IS NOT NULL AND released_at IS NULL;
CREATE INDEX orders_undelivered ON orders (paid_at)
  WHERE released_at IS NULL AND status <> 'CONCLUIDO' AND payment = 'confirmed' AND closed_at IS NULL;
-- Every free sign-up counts the free environments: here those on their way.
CREATE INDEX orders_on_the_way ON orders (plan) WHERE released_at IS NULL AND status <> 'CONCLUIDO';
-- Every sign-up counts the environments of each cluster.
CREATE INDEX orders_cluster ON orders (cluster) WHERE released_at IS NULL;

-- The largest volume that each environment has had, in MiB: it never gets smaller, on whichever cluster.
CREATE TABLE volumes (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  mib INTEGER NOT NULL CHECK (mib > 0)
) WITHOUT ROWID;

-- Who bought, as the account last said while the order was live. One row per order and not per account: a later order
-- does not change where the mails about an earlier one go.
CREATE TABLE buyers (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  email TEXT,
  -- Whether the identity provider verified the address; an unverified one never replaces it.
  email_proven INTEGER NOT NULL DEFAULT 0 CHECK (email_proven IN (0, 1)),
  name TEXT,
  -- When the person was erased. The row stays as long as the law asks; its address gets no more mail.
  erased_at INTEGER
) WITHOUT ROWID;
CREATE INDEX buyers_email ON buyers (email) WHERE email IS NOT NULL;

-- Acceptances of the terms: with the order, under its id, or with a change of plan, under the change's.
CREATE TABLE acceptances (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  terms_version TEXT NOT NULL,
  -- Version of the billing rules accepted with `terms_version`.
  rules_version TEXT,
  accepted_at INTEGER NOT NULL,
  address TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX acceptances_order ON acceptances (order_id);

-- What provisioning has done for an order; no row: nothing yet.
CREATE TABLE provisioning_runs (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  -- The attempt that the failure and the retry are of; those of an earlier one count no more.
  attempt INTEGER NOT NULL,
  group_id TEXT,
  applied_at INTEGER,
  synced INTEGER NOT NULL DEFAULT 0,
  healthy INTEGER NOT NULL DEFAULT 0,
  ping_ok INTEGER NOT NULL DEFAULT 0,
  member_at INTEGER,
  failure_code TEXT,
  -- Set while a step fails temporarily and is retried.
  retrying_since INTEGER,
  -- Last activity; the sweep handles orders that stay silent.
  touched_at INTEGER NOT NULL,
  -- Last change that the customer sees.
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Names of removed environments and orders, blocked until no former user can still be signed in to them.
CREATE TABLE quarantined_names (
  subdomain TEXT PRIMARY KEY,
  quarantined_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX quarantined_names_age ON quarantined_names (quarantined_until);

-- New environments per day: free ones by network, and all together.
CREATE TABLE new_environments (
  day TEXT NOT NULL,
  -- Keyed hash of day and network; empty for the total.
  network TEXT NOT NULL,
  begun INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) WITHOUT ROWID;

-- Environments, with the plan and state that were applied last; what applies now is derived from the ledger below. The
-- tables of one row per environment go with it, and have no row for what is as usual.
CREATE TABLE tenants (
  subdomain TEXT PRIMARY KEY,
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  subject TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'essential', 'pro', 'enterprise')),
  cycle TEXT NOT NULL DEFAULT 'monthly' CHECK (cycle IN ('monthly', 'yearly')),
  -- asleep: free, watching nothing, and stopped until somebody wakes it (src/domain/tenants/sleep.ts).
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'asleep', 'ended')),
  -- When `state` last changed.
  state_since INTEGER,
  -- Last day of a cancelled contract.
  ends_on TEXT,
  -- Raised with every change of the facts; a command writes only under the version it has read.
  version INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX tenants_on_largest ON tenants (order_id) WHERE plan = 'enterprise';
CREATE INDEX tenants_in_state ON tenants (state, COALESCE(state_since, created_at));
-- Every free sign-up counts the free environments: here those that are made.
CREATE INDEX tenants_free ON tenants (plan) WHERE plan = 'free';

-- The paid contract as it was applied last; no row: the free plan, and nothing was ever bought.
CREATE TABLE contracts_in_force (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  -- Price of one period as sold; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos >= 0),
  customer_id TEXT,
  -- The subscription that renews at the processor; NULL after a cancellation.
  subscription_id TEXT,
  -- Start of the current paid contract, from which the right of withdrawal counts.
  contracted_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX contracts_in_force_subscription ON contracts_in_force (subscription_id)
  WHERE subscription_id IS NOT NULL;

-- The list of accounts that may enter: its newest revision, the revision its companion accepted, and the revision in
-- its application. No row: the list that the environment was made with is the newest, and only its application has it.
CREATE TABLE admitted (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  applied INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- The last restore from a copy, which every write of the application names again, and when it was done.
CREATE TABLE restores (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  snapshot TEXT NOT NULL,
  done_at INTEGER
) WITHOUT ROWID;

-- What the environment last told of itself: how full its volume is, a version that its companion was not tested with,
-- whether the companion works beside its version, when it was last copied, and whether its pod reaches port 25 of the
-- Internet. NULL where copies are off, for a tested version, or for a port that was not tried; no row: not asked yet.
CREATE TABLE environment_states (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  volume_percent INTEGER,
  untested_version TEXT,
  is_served INTEGER NOT NULL CHECK (is_served IN (0, 1)),
  copied_at INTEGER,
  is_mail_port_open INTEGER CHECK (is_mail_port_open IN (0, 1))
) WITHOUT ROWID;
CREATE INDEX environment_states_troubled ON environment_states (order_id) WHERE volume_percent > 80 OR is_served = 0;
CREATE INDEX environment_states_untested ON environment_states (untested_version)
  WHERE is_served = 1 AND untested_version IS NOT NULL;
CREATE INDEX environment_states_copied ON environment_states (copied_at) WHERE copied_at IS NOT NULL;
CREATE INDEX environment_states_mail_port ON environment_states (order_id) WHERE is_mail_port_open = 1;

-- Environments that were told that they will sleep, sleep, or were woken (src/domain/tenants/sleep.ts).
CREATE TABLE sleeps (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  -- When the owner was told; an older time than its quiet is about an earlier one.
  warned_at INTEGER,
  -- The copy from before it sleeps: when it was asked for, and the one before that, 0 for none.
  copy_asked_at INTEGER,
  copied_before INTEGER,
  -- 1 while the cluster has its zero, which was written once its panel was closed and its monitors were read again.
  is_stopped INTEGER NOT NULL DEFAULT 0 CHECK (is_stopped IN (0, 1)),
  -- Mails about its removal, and when it is removed.
  farewells INTEGER NOT NULL DEFAULT 0,
  removes_at INTEGER,
  -- When it was last woken.
  woken_at INTEGER
) WITHOUT ROWID;

-- Unfinished cluster calls. An interrupted one may have given the cluster outdated values.
CREATE TABLE cluster_calls (
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  PRIMARY KEY (order_id, name)
) WITHOUT ROWID;

-- Day of the last invitations, repeated ones included, and their number.
CREATE TABLE invitation_days (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  invited INTEGER NOT NULL
) WITHOUT ROWID;

-- More people than seats: since when, and plan and time of the last grace period.
CREATE TABLE seats (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  over_since INTEGER,
  grace_plan TEXT,
  grace_at INTEGER
) WITHOUT ROWID;

-- Environments whose monthly report is not mailed.
CREATE TABLE report_mail_off (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE
) WITHOUT ROWID;

-- When members were notified that the owner deletes the environment.
CREATE TABLE deletion_notices (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  told_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Members of an environment besides its owner. `ended_at`: access has ended; the row is deleted once the account is out
-- of the identity provider's group. `paused_at`: no access while the plan has too few seats.
CREATE TABLE memberships (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT,
  -- SHA-256 of the accepted token, so that a repeated acceptance succeeds.
  token_hash TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  paused_at INTEGER,
  ended_at INTEGER,
  -- When the member agreed to the announced deletion of the environment.
  agreed_at INTEGER
);
CREATE UNIQUE INDEX memberships_subject ON memberships (subject) WHERE ended_at IS NULL;
CREATE INDEX memberships_account ON memberships (subject);
CREATE INDEX memberships_order ON memberships (order_id);
CREATE INDEX memberships_email ON memberships (email);
CREATE INDEX memberships_ended ON memberships (ended_at) WHERE ended_at IS NOT NULL;

-- Open invitations. The token is sent by mail; only its SHA-256 is stored.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX invitations_order_email ON invitations (order_id, email);
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_expires ON invitations (expires_at);

-- The ledger: what was sold and charged, and which days of which plan each charge pays for. The standing of an
-- environment is derived from these rows (src/domain/contract/standing.ts).
CREATE TABLE contracts (
  -- Our reference at the processor: the id of the order or plan change that bought the contract.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL,
  subscription_id TEXT NOT NULL UNIQUE,
  -- Keyed hash of the CPF or CNPJ.
  payer TEXT,
  contracted_at INTEGER NOT NULL,
  first_due_on TEXT NOT NULL,
  -- When and why the renewal stopped.
  end_kind TEXT CHECK (end_kind IN ('cancellation', 'withdrawal', 'chargeback')),
  ended_at INTEGER,
  -- 1 while the processor still has to receive the price of the newest terms.
  price_due INTEGER NOT NULL DEFAULT 0 CHECK (price_due IN (0, 1)),
  -- The daily comparison checks contracts with a reason, and each of the others once a week. 1 from the time a
  -- comparison selects the contract until it was checked.
  compare_due INTEGER NOT NULL DEFAULT 0 CHECK (compare_due IN (0, 1)),
  -- When the contract was last compared with the processor; also decides its weekly check.
  compared_at INTEGER NOT NULL DEFAULT 0,
  -- Set once the contract has ended and none of its charges can be taken back; it is not compared again.
  closed_at INTEGER
);
CREATE INDEX contracts_order ON contracts (order_id);
CREATE INDEX contracts_price_due ON contracts (id) WHERE price_due = 1;
CREATE INDEX contracts_compare_due ON contracts (compare_due) WHERE compare_due = 1;
-- Ended contracts are compared too, because they may still lose paid days.
CREATE INDEX contracts_compared ON contracts (compared_at) WHERE closed_at IS NULL;
CREATE INDEX contracts_first_due ON contracts (first_due_on) WHERE ended_at IS NULL;

-- Plan and price of a contract's charges from `at` on.
CREATE TABLE contract_terms (
  contract_id TEXT NOT NULL REFERENCES contracts (id),
  -- 0 is the sale.
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('sale', 'trust', 'difference', 'cycle', 'reverted')),
  plan TEXT NOT NULL CHECK (plan IN ('essential', 'pro', 'enterprise')),
  cycle TEXT NOT NULL CHECK (cycle IN ('monthly', 'yearly')),
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  PRIMARY KEY (contract_id, position)
) WITHOUT ROWID;

CREATE TABLE charges (
  -- The processor's id; for a waived difference, the id of its plan change.
  payment_id TEXT PRIMARY KEY,
  contract_id TEXT NOT NULL REFERENCES contracts (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('period', 'difference')),
  plan TEXT NOT NULL,
  cycle TEXT NOT NULL,
  amount_centavos INTEGER NOT NULL,
  -- Price of a whole period at this level; later differences are counted from it.
  full_centavos INTEGER NOT NULL,
  -- Price level that a difference was counted from; 0 for a period.
  base_centavos INTEGER NOT NULL DEFAULT 0,
  due_on TEXT NOT NULL,
  covers_from TEXT NOT NULL,
  covers_through TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'overdue', 'refused', 'refunded', 'disputed', 'deleted')),
  state_on TEXT NOT NULL,
  confirmed_at INTEGER,
  gave_up_on TEXT,
  -- Why we refund or forgive it; NULL when we keep it, and when it was taken from us.
  returned TEXT CHECK (returned IN ('withdrawal', 'undelivered', 'called-off', 'operator', 'forgiven')),
  -- Part of a difference that goes back because a lost dispute took the days under it.
  returned_centavos INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX charges_order ON charges (order_id);
CREATE INDEX charges_contract ON charges (contract_id);
CREATE INDEX charges_open ON charges (due_on) WHERE state IN ('pending', 'overdue', 'refused');
CREATE INDEX charges_paid_through ON charges (covers_through) WHERE state IN ('confirmed', 'disputed') AND kind = 'period';
CREATE INDEX charges_disputed ON charges (contract_id) WHERE state = 'disputed';
CREATE INDEX charges_confirmed ON charges (confirmed_at) WHERE confirmed_at IS NOT NULL;

-- An ended contract: written before the processor is called.
CREATE TABLE contract_ends (
  subscription_id TEXT PRIMARY KEY,
  subdomain TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('cancellation', 'withdrawal', 'chargeback')),
  -- Last day of the environment.
  ends_on TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  done_at INTEGER
);
CREATE INDEX contract_ends_open ON contract_ends (requested_at) WHERE done_at IS NULL;
CREATE INDEX contract_ends_order ON contract_ends (order_id);

-- An unpaid renewal, retried until it is paid or its contract ends.
CREATE TABLE dunning (
  payment_id TEXT PRIMARY KEY,
  subscription_id TEXT NOT NULL,
  subdomain TEXT NOT NULL,
  -- How often the charge has failed; when it exceeds the number of retries, the environment is suspended.
  failures INTEGER NOT NULL DEFAULT 1 CHECK (failures >= 1),
  failed_at INTEGER NOT NULL,
  -- The next retry; the customer was told its day.
  retry_at INTEGER NOT NULL,
  closed_at INTEGER,
  -- Why it was closed: paid, ended, gone.
  outcome TEXT
);
CREATE INDEX dunning_open ON dunning (failed_at) WHERE closed_at IS NULL;
CREATE INDEX dunning_subscription ON dunning (subscription_id);
CREATE INDEX dunning_tenant ON dunning (subdomain);

-- Marks that follow a payer, an account and a tenant beyond a contract: withdrawals, debts, disputes, and trust not yet
-- settled by a charge. They outlive a deletion and a new account, so they contain no names: a party is a keyed hash.
CREATE TABLE marks (
  -- kind:reference, so that writing a mark twice has no effect.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'debt', 'dispute', 'trust')),
  -- The purchase, contract or charge that caused the mark.
  reference TEXT NOT NULL,
  amount_centavos INTEGER,
  days INTEGER,
  at INTEGER NOT NULL,
  settled_at INTEGER,
  settled_by TEXT CHECK (settled_by IN ('paid', 'operator', 'honoured', 'won', 'lost')),
  -- For a debt: our reference of its single charge, written before the processor is called.
  charge_reference TEXT,
  charge_id TEXT,
  pay_url TEXT,
  -- After a lost response: until then the charge may exist.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX marks_age ON marks (kind, at);
CREATE INDEX marks_charge ON marks (charge_reference) WHERE charge_reference IS NOT NULL;

CREATE TABLE mark_parties (
  mark_id TEXT NOT NULL REFERENCES marks (id) ON DELETE CASCADE,
  -- HMAC-SHA256 of payer:<CPF or CNPJ>, account:<subject> or tenant:<order id>.
  party TEXT NOT NULL,
  PRIMARY KEY (party, mark_id)
) WITHOUT ROWID;
CREATE INDEX mark_parties_mark ON mark_parties (mark_id);

-- The daily comparison with the processor, one row per day; `stage` and `position` say where to continue after a crash.
CREATE TABLE reconciliations (
  day TEXT PRIMARY KEY,
  since TEXT NOT NULL,
  stage TEXT NOT NULL DEFAULT 'payments' CHECK (stage IN ('payments', 'tenants', 'done')),
  -- Payments: number of the next page. Tenants: the last subdomain handled.
  position TEXT NOT NULL DEFAULT '0',
  compared INTEGER NOT NULL DEFAULT 0,
  found INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
);

-- Prices that a page showed.
CREATE TABLE quotes (
  order_id TEXT NOT NULL REFERENCES orders (id),
  plan TEXT NOT NULL,
  cycle TEXT NOT NULL,
  kind TEXT NOT NULL,
  today_centavos INTEGER NOT NULL,
  amount_centavos INTEGER NOT NULL,
  version INTEGER NOT NULL,
  quoted_at INTEGER NOT NULL,
  PRIMARY KEY (order_id, plan, cycle)
) WITHOUT ROWID;

-- Plan changes: the requested plan and the progress. The tenant's row keeps the contract in force until the last step.
CREATE TABLE plan_changes (
  -- Also our reference at the processor for the purchase.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subdomain TEXT NOT NULL,
  -- See src/domain/contract/offers.ts. purchase and resume buy a new subscription; the others change the running one.
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'resume', 'trust', 'difference', 'cycle')),
  plan TEXT NOT NULL CHECK (plan IN ('essential', 'pro', 'enterprise')),
  cycle TEXT NOT NULL CHECK (cycle IN ('monthly', 'yearly')),
  -- The offered price; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  -- Amount charged now.
  today_centavos INTEGER NOT NULL DEFAULT 0,
  -- For a difference: the price of a whole period that it was counted from, and the last day it covers.
  base_centavos INTEGER,
  covers_through TEXT,
  -- First charge of a purchase; the end of a period that is already paid.
  first_due_on TEXT,
  -- asked: nothing is done yet. unclear: a subscription may exist at the processor. waiting: a page or subscription
  -- waits there for its payment. applying: paid, and being put in force. applied, closed: ended with and without
  -- effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'unclear', 'waiting', 'applying', 'applied', 'closed')),
  unclear_until INTEGER NOT NULL DEFAULT 0,
  -- Keyed hash of the CPF or CNPJ.
  payer TEXT,
  customer_id TEXT,
  -- The running subscription, or the purchased one.
  subscription_id TEXT,
  payment_id TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- When its payment was first seen.
  paid_at INTEGER,
  -- An unpaid change is closed after this time.
  expires_at INTEGER NOT NULL,
  -- One worker at a time; the value is also the lease holder's token.
  lease_until INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
);
-- This index decides every race: one open change per tenant.
CREATE UNIQUE INDEX plan_changes_open ON plan_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX plan_changes_tenant ON plan_changes (order_id, settled_at);
CREATE INDEX plan_changes_subscription ON plan_changes (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX plan_changes_page ON plan_changes (page_id) WHERE page_id IS NOT NULL;

-- Card changes of contracts.
CREATE TABLE card_changes (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subscription_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- The caller's Idempotency-Key; a repeated attempt finds its row.
  attempt TEXT NOT NULL,
  -- asked: nothing is done yet. paying: the new card pays the late charge first. putting: the card is being put on the
  -- subscription. waiting: the customer types it on the processor's page. done, closed: ended with and without effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'paying', 'putting', 'waiting', 'done', 'closed')),
  -- The late charge.
  pays TEXT,
  brand TEXT,
  last_four TEXT,
  -- Needed to repeat the call after a lost response; deleted when the change ends.
  card_token TEXT,
  remote_ip TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- The subscription that the page opened to take the card; removed before it charges.
  page_subscription_id TEXT,
  -- After a lost response: until then the processor may still carry out the call.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  -- One worker at a time; the value is also the lease holder's token.
  lease_until INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  CHECK (settled_at IS NULL OR (card_token IS NULL AND remote_ip IS NULL))
);
-- This index decides every race: one open change per contract.
CREATE UNIQUE INDEX card_changes_open ON card_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX card_changes_order ON card_changes (order_id, created_at);
CREATE INDEX card_changes_subscription ON card_changes (subscription_id, settled_at);
CREATE INDEX card_changes_page ON card_changes (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX card_changes_page_subscription ON card_changes (page_subscription_id) WHERE page_subscription_id IS NOT NULL;

-- Notas fiscais de serviço, if the operator issues them; one row per charge.
CREATE TABLE fiscal_notes (
  payment_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- wanted: not requested yet, or not known to exist. dropped: refunded before a nota existed. The others are the
  -- processor's.
  state TEXT NOT NULL
    CHECK (state IN ('wanted', 'dropped', 'scheduled', 'authorized', 'error', 'cancelling', 'cancelled', 'cancel-denied')),
  note_id TEXT,
  number TEXT,
  pdf_url TEXT,
  -- The processor's description of the problem.
  problem TEXT,
  -- After a lost response: until then a nota may still appear. A write names the value that was read.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX fiscal_notes_order ON fiscal_notes (order_id);
CREATE INDEX fiscal_notes_note ON fiscal_notes (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX fiscal_notes_problem ON fiscal_notes (created_at) WHERE problem IS NOT NULL;

-- Additional recipients of a company's notas, and the text printed on them.
CREATE TABLE fiscal_contacts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  -- JSON list of addresses.
  emails TEXT NOT NULL,
  purchase_order TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Uptime Kuma has no plans, so its monitors are counted from outside: when a customer asks, and once a day for all.
CREATE TABLE quota_readings (
  subdomain TEXT PRIMARY KEY REFERENCES tenants (subdomain) ON DELETE CASCADE,
  monitors INTEGER NOT NULL CHECK (monitors >= 0),
  -- 0: read from the metrics, so a lower bound, without monitors that break the terms.
  exact INTEGER NOT NULL CHECK (exact IN (0, 1)),
  direct_ip INTEGER,
  onion INTEGER,
  read_at INTEGER NOT NULL,
  -- The limit that the customer was notified of exceeding; NULL while within the plan.
  told_limit INTEGER,
  -- Whether the customer was notified of monitors that break the terms.
  told_prohibited INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Grace periods for exceeding a plan's limit: one per plan and kind in twelve months.
CREATE TABLE limit_graces (
  subdomain TEXT NOT NULL REFERENCES tenants (subdomain) ON DELETE CASCADE,
  plan TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('number', 'interval')),
  began_at INTEGER NOT NULL,
  -- NULL: the customer was only notified (LIMITS=notify).
  ends_at INTEGER,
  PRIMARY KEY (subdomain, plan, kind)
) WITHOUT ROWID;

-- When monitors were last read, when one was last seen running, and when somebody last entered the panel; a reading that
-- failed writes nothing.
CREATE TABLE watchings (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL,
  running_at INTEGER,
  entered_at INTEGER
) WITHOUT ROWID;

-- The customer's choice, and what the last mail said. Names of monitors are not stored.
CREATE TABLE limit_states (
  subdomain TEXT PRIMARY KEY REFERENCES tenants (subdomain) ON DELETE CASCADE,
  -- The plan whose limits were last applied; NULL before the first time.
  plan TEXT,
  -- JSON: ids of monitors that must keep running.
  kept TEXT NOT NULL DEFAULT '[]',
  -- JSON: ids of paused monitors, and raised intervals with old and new value.
  told TEXT NOT NULL DEFAULT '{"paused":[],"raised":[]}',
  -- When the customer last undid what the plan's limits required (JSON, milliseconds, the latest three), and when the
  -- daily mail about it was written.
  repeats TEXT NOT NULL DEFAULT '[]',
  repeat_mail_at INTEGER
) WITHOUT ROWID;

-- Recorded checks of each environment, by day; read from the instance before it deletes them.
CREATE TABLE report_days (
  subdomain TEXT NOT NULL REFERENCES tenants (subdomain) ON DELETE CASCADE,
  day TEXT NOT NULL,
  -- JSON, a list per monitor: id, up, down, ping, incidents, maintenance; trailing zeros are omitted.
  checks TEXT NOT NULL,
  -- JSON, a list per outage: monitor id, start and end in seconds of the day.
  outages TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (subdomain, day)
);
CREATE INDEX report_days_age ON report_days (day);

-- Months with at least one day: the names of their monitors, and whether their mail is settled.
CREATE TABLE report_months (
  subdomain TEXT NOT NULL REFERENCES tenants (subdomain) ON DELETE CASCADE,
  month TEXT NOT NULL,
  -- JSON by monitor id: name and type. Names of deleted monitors stay.
  monitors TEXT NOT NULL,
  -- When the mail was written or found unwanted.
  mailed_at INTEGER,
  PRIMARY KEY (subdomain, month)
);
CREATE INDEX report_months_age ON report_months (month);

-- What an environment's companion said last, and the revision of its table of levels.
CREATE TABLE alert_reporters (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  revision INTEGER NOT NULL DEFAULT 0,
  -- The process that reports; of two, the one that started later counts.
  started_at INTEGER NOT NULL DEFAULT 0,
  process TEXT NOT NULL DEFAULT '',
  -- Version of its reports; 0 before the first.
  version INTEGER NOT NULL DEFAULT 0,
  -- Of the newest accepted report, made anew with each: what it writes depends on it.
  report TEXT NOT NULL DEFAULT '',
  -- Where its checks are made from, as its chart names it.
  location TEXT,
  -- When it was heard last.
  news_at INTEGER NOT NULL,
  -- When its owner was told that it is silent, since when it was, and when it was heard again: NULL once that was told.
  silence_told_at INTEGER,
  silent_since INTEGER,
  silent_until INTEGER
);
CREATE INDEX alert_reporters_news ON alert_reporters (news_at);
CREATE INDEX alert_reporters_heard ON alert_reporters (silent_until) WHERE silent_until IS NOT NULL;
CREATE INDEX alert_reporters_version ON alert_reporters (version);

-- What each monitor is (src/domain/alerts/levels.ts).
CREATE TABLE alert_levels (
  order_id TEXT NOT NULL REFERENCES orders (id),
  monitor_id INTEGER NOT NULL,
  -- With the id it is the monitor: after a copy was put back, another one may have the id.
  created_at INTEGER NOT NULL,
  name TEXT NOT NULL,
  address TEXT,
  state TEXT NOT NULL CHECK (state IN ('new', 'up', 'down', 'outside')),
  since INTEGER NOT NULL,
  reason TEXT CHECK (reason IN ('paused', 'limit', 'detached', 'channel', 'deleted')),
  doubt TEXT CHECK (doubt IN ('maintenance', 'pending', 'unchecked')),
  doubt_since INTEGER,
  checked_at INTEGER,
  -- Seconds between two checks.
  interval INTEGER NOT NULL,
  -- Of the monitor, as its webhooks are told: its type, and its address with the scheme.
  type TEXT,
  url TEXT,
  -- JSON: names of its tags; NULL for none.
  tags TEXT,
  -- What another network may ask for; NULL for a monitor that is not plain.
  look TEXT,
  -- Of the newest look while the monitor was up: the address, when it was answered, and when. NULL when it was not.
  looked TEXT,
  looked_at INTEGER,
  -- When it is looked at again while it is up: 0 at once, as after a fall.
  look_due_at INTEGER NOT NULL DEFAULT 0,
  -- When the state was accepted.
  changed_at INTEGER NOT NULL,
  -- When it was first watched, or came back from outside: since then its falls are known.
  entered_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, monitor_id, created_at)
) WITHOUT ROWID;
CREATE INDEX alert_levels_state ON alert_levels (order_id, state);
CREATE INDEX alert_levels_unchecked ON alert_levels (order_id) WHERE doubt = 'unchecked';
CREATE INDEX alert_levels_age ON alert_levels (changed_at) WHERE state = 'outside';
CREATE INDEX alert_levels_tags ON alert_levels (order_id) WHERE tags IS NOT NULL;
CREATE INDEX alert_levels_look ON alert_levels (look_due_at) WHERE state = 'up' AND look IS NOT NULL;

-- Times in which monitors were down, in the order in which they were accepted.
CREATE TABLE alert_falls (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id TEXT NOT NULL REFERENCES orders (id),
  monitor_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  name TEXT NOT NULL,
  address TEXT,
  type TEXT,
  url TEXT,
  -- Milliseconds that the check took with which it was known; percent of the day before its end that it was up.
  took INTEGER,
  uptime REAL,
  -- Start of the first failing check; it never moves.
  since INTEGER NOT NULL,
  -- When it was known in the environment, after the retries.
  down_at INTEGER,
  -- NULL while it lasts.
  until INTEGER,
  ended_by TEXT CHECK (ended_by IN ('up', 'unseen', 'paused', 'limit', 'detached', 'channel', 'deleted')),
  -- What lay between the fall and its return.
  gap TEXT CHECK (gap IN ('paused', 'maintenance', 'unseen')),
  message TEXT NOT NULL,
  is_first INTEGER NOT NULL DEFAULT 0 CHECK (is_first IN (0, 1)),
  -- Last sign of a monitor that waits for signs.
  sign_at INTEGER,
  -- When nobody looked, just before.
  unseen_from INTEGER,
  unseen_until INTEGER,
  -- What a second look from another network got: `failed`, or an HTTP status; NULL for none.
  look TEXT,
  -- "Estou vendo": when it was said first, in whose name, and who it was: `owner`, a membership, or a recipient.
  seen_at INTEGER,
  seen_by TEXT,
  seen_who TEXT,
  -- 1 for one beyond what is kept of a monitor in a day: the newest of these stay.
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1)),
  received_at INTEGER NOT NULL,
  ended_received_at INTEGER,
  UNIQUE (order_id, monitor_id, created_at, since)
);
CREATE INDEX alert_falls_order ON alert_falls (order_id, seq);
CREATE INDEX alert_falls_open ON alert_falls (order_id, monitor_id) WHERE until IS NULL;
CREATE INDEX alert_falls_folded ON alert_falls (order_id, monitor_id) WHERE is_folded = 1;
CREATE INDEX alert_falls_received ON alert_falls (received_at);
CREATE INDEX alert_falls_time ON alert_falls (order_id, since);

-- Clusters whose monitors fell together while another network got answers from their addresses: our network, perhaps
-- (src/domain/alerts/our-network.ts). The newest time of each.
CREATE TABLE alert_networks (
  cluster TEXT PRIMARY KEY,
  -- Start of the first of those falls.
  since INTEGER NOT NULL,
  noticed_at INTEGER NOT NULL,
  -- When falls showed it last.
  seen_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What else happened in environments, in the order in which it was accepted.
CREATE TABLE alert_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- Made of what happened: what comes again is known by it.
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('first', 'maintenance-soon', 'maintenance', 'maintenance-over',
    'certificate', 'domain', 'test', 'folded')),
  at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  monitor_id INTEGER,
  -- JSON: the monitor, what the instance says, and what else its kind tells.
  facts TEXT NOT NULL,
  UNIQUE (order_id, key)
);
CREATE INDEX alert_events_order ON alert_events (order_id, seq);
CREATE INDEX alert_events_received ON alert_events (order_id, received_at);
CREATE INDEX alert_events_age ON alert_events (received_at);

-- Who is told. Each is compared with the levels, and reads falls and other events after its own marks.
CREATE TABLE alert_recipients (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('email', 'telegram', 'slack', 'discord', 'teams', 'webhook')),
  -- E-mail address, the number of a chat, or the secret address of a team's channel or webhook, which no page shows.
  address TEXT NOT NULL,
  -- Name of the chat, or the friendly name of an address.
  label TEXT,
  -- The owner's proven address, which needs no code.
  is_owner INTEGER NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1)),
  -- The membership whose own it is; NULL for the owner's recipients. It goes with the membership.
  member_id TEXT REFERENCES memberships (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('unproven', 'on', 'off')),
  off_reason TEXT CHECK (off_reason IN ('refused', 'missing', 'blocked', 'kicked', 'left', 'spam', 'silent')),
  -- JSON: see src/domain/alerts/preferences.ts.
  preferences TEXT NOT NULL,
  read_seq INTEGER NOT NULL,
  read_fall INTEGER NOT NULL,
  -- JSON: what the recipient knows (src/domain/alerts/next-message.ts).
  memory TEXT NOT NULL,
  told_at INTEGER,
  -- When a provider's answer ended it; NULL where a person did.
  ended_at INTEGER,
  -- When the others were told that messages to it do not arrive; NULL again once one was accepted.
  warned_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (order_id, kind, address),
  -- What is shown in place of an address that is a secret.
  CHECK (label IS NOT NULL OR kind = 'email' OR kind = 'telegram')
);
CREATE INDEX alert_recipients_address ON alert_recipients (address);
CREATE INDEX alert_recipients_member ON alert_recipients (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX alert_recipients_ended ON alert_recipients (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX alert_recipients_on ON alert_recipients (kind) WHERE state = 'on';

-- Messages to recipients, each sent once, in order.
CREATE TABLE alert_messages (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  recipient_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('email', 'telegram', 'slack', 'discord', 'teams', 'webhook')),
  -- As it is called on the page; the recipient may be gone.
  recipient TEXT NOT NULL,
  -- JSON: what it tells (src/domain/alerts/lines.ts); NULL for a word about another recipient.
  facts TEXT,
  -- JSON: its recipient's marks and memory before it, from which it is decided anew while it surely did not arrive.
  before TEXT,
  -- Its words, as they are, or were last, handed over: subject, sentences as JSON, and what its layout shows
  -- (src/domain/alerts/blocks.ts), also JSON; NULL for sentences alone.
  subject TEXT NOT NULL,
  lines TEXT NOT NULL,
  tone TEXT NOT NULL DEFAULT 'neutral' CHECK (tone IN ('down', 'warning', 'up', 'neutral')),
  shown TEXT,
  written_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- `unclear`: perhaps it arrived, and it is not sent again.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'refused', 'unclear')),
  settled_at INTEGER,
  -- Why it waits or was refused; of a sent one, that it is not delivered yet.
  detail TEXT,
  -- Raised for another reference in the provider's notices: what was accepted under an earlier one failed afterwards.
  key_number INTEGER NOT NULL DEFAULT 0,
  -- First try whose outcome nobody knows; set before the request, because the worker may die in it.
  unclear_since INTEGER,
  -- The request of that try, which is its key at the mail provider, and how many messages it carries. Only all of them
  -- together may go again; NULL: not any more.
  batch TEXT,
  batch_size INTEGER,
  -- Since when its recipient lets it wait, and how often it was asked.
  held_since INTEGER,
  waits INTEGER NOT NULL DEFAULT 0,
  -- When the provider said that it was delivered.
  delivered_at INTEGER,
  -- 1 for a word about another recipient, which may wait beside an alert.
  is_note INTEGER NOT NULL DEFAULT 0 CHECK (is_note IN (0, 1))
);
CREATE UNIQUE INDEX alert_messages_waiting ON alert_messages (recipient_id)
  WHERE state = 'waiting' AND key_number = 0 AND is_note = 0 AND kind <> 'webhook';
CREATE INDEX alert_messages_recipient ON alert_messages (recipient_id, created_at);
CREATE INDEX alert_messages_refused ON alert_messages (settled_at) WHERE state = 'refused';
CREATE INDEX alert_messages_order ON alert_messages (order_id, created_at);
CREATE INDEX alert_messages_age ON alert_messages (created_at);
CREATE INDEX alert_messages_state ON alert_messages (state, created_at);
CREATE INDEX alert_messages_batch ON alert_messages (batch) WHERE batch IS NOT NULL AND state = 'waiting';

-- With what posts to a webhook are signed, and how many there were.
CREATE TABLE alert_webhooks (
  recipient_id TEXT PRIMARY KEY REFERENCES alert_recipients (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  -- The one before, which also signs for a day.
  old_secret TEXT,
  old_until INTEGER,
  -- Number of the newest post.
  posted INTEGER NOT NULL DEFAULT 0,
  -- An answer asked for a pause: nothing is posted before.
  resume_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Posts that wait, each beside its message. Those of one monitor, and those of one window, go in their order.
CREATE TABLE alert_posts (
  message_id TEXT PRIMARY KEY REFERENCES alert_messages (id) ON DELETE CASCADE,
  recipient_id TEXT NOT NULL,
  lane TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  body TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  first_tried_at INTEGER
) WITHOUT ROWID;
CREATE INDEX alert_posts_recipient ON alert_posts (recipient_id, sequence);

-- How the providers of mail and chats are; no row: well.
CREATE TABLE providers (
  kind TEXT PRIMARY KEY CHECK (kind IN ('email', 'telegram', 'slack', 'discord', 'teams', 'webhook')),
  -- Nothing is sent before.
  resume_at INTEGER NOT NULL DEFAULT 0,
  -- The next free turn: all workers together ask it no faster than it allows.
  next_at INTEGER NOT NULL DEFAULT 0,
  -- First and last failure of a trouble that lasts, its answer, and when it calls a person.
  troubled_since INTEGER,
  noted_at INTEGER,
  page_at INTEGER,
  reason TEXT,
  -- When it last asked a single recipient to wait.
  limited_at INTEGER,
  -- Since when refusals end no recipient, until an operator decides.
  breaker_since INTEGER
) WITHOUT ROWID;

-- Messages of each environment by day, for its share.
CREATE TABLE alert_days (
  order_id TEXT NOT NULL REFERENCES orders (id),
  day TEXT NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, day)
) WITHOUT ROWID;
CREATE INDEX alert_days_age ON alert_days (day);

-- What the companion last said about the channel in the panel, and what the customer wants of it.
CREATE TABLE alert_channels (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  channel TEXT NOT NULL CHECK (channel IN ('none', 'on', 'deleted')),
  -- JSON: id and name of monitors without it.
  detached TEXT NOT NULL,
  -- JSON: id and name of running monitors without any channel.
  untold TEXT NOT NULL,
  -- JSON: id and name of running monitors without a current check, and since when.
  unchecked TEXT NOT NULL DEFAULT '[]',
  read_at INTEGER NOT NULL,
  -- Wishes for the next set-up: the channel again, and ids of monitors (JSON).
  restore INTEGER NOT NULL DEFAULT 0 CHECK (restore IN (0, 1)),
  attach TEXT NOT NULL DEFAULT '[]'
);

-- Six-digit codes that prove an address; keyed hashes.
CREATE TABLE alert_codes (
  recipient_id TEXT PRIMARY KEY REFERENCES alert_recipients (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX alert_codes_age ON alert_codes (expires_at);

-- Codes sent in a day, by keyed hash of address, account or network together with the day.
CREATE TABLE alert_code_sends (
  day TEXT NOT NULL,
  who TEXT NOT NULL,
  sent INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (day, who)
) WITHOUT ROWID;

-- Addresses whose readers want no alerts from us, as keyed hashes.
CREATE TABLE alert_refusals (
  address_hash TEXT PRIMARY KEY,
  refused_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Links that connect a chat, by keyed hash; valid for five minutes.
CREATE TABLE telegram_links (
  code TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- The membership that asked for it; NULL for the owner's.
  member_id TEXT REFERENCES memberships (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  -- The chat that used it; Telegram may repeat its update.
  chat TEXT
) WITHOUT ROWID;
CREATE INDEX telegram_links_order ON telegram_links (order_id);
CREATE INDEX telegram_links_member ON telegram_links (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX telegram_links_age ON telegram_links (expires_at);

-- What a customer asked to watch first.
CREATE TABLE first_monitors (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  address TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'refused', 'deleted')),
  monitor_id INTEGER,
  detail TEXT,
  asked_at INTEGER NOT NULL
);

-- Events of the payment processor, each stored once, before it is answered.
CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  payment_id TEXT,
  -- Events about a subscription name no charge.
  subscription_id TEXT,
  received_at INTEGER NOT NULL,
  processed_at INTEGER
);
CREATE INDEX webhook_events_open ON webhook_events (received_at) WHERE processed_at IS NULL;
CREATE INDEX webhook_events_payment ON webhook_events (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX webhook_events_subscription ON webhook_events (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX webhook_events_about_subscriptions ON webhook_events (received_at) WHERE subscription_id IS NOT NULL;
CREATE INDEX webhook_events_age ON webhook_events (received_at);

-- How often a caller made us call the payment processor, by hour; the processor limits requests for our whole account.
CREATE TABLE processor_calls (
  -- The kind of work, and the account or network.
  caller TEXT NOT NULL,
  -- Start of the hour.
  hour INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (caller, hour)
) WITHOUT ROWID;
CREATE INDEX processor_calls_hour ON processor_calls (hour);

-- Notices to operators about a charge or subscription, each sent once.
CREATE TABLE billing_notices (
  kind TEXT NOT NULL,
  -- The processor's id of the charge or subscription.
  reference TEXT NOT NULL,
  noticed_at INTEGER NOT NULL,
  PRIMARY KEY (kind, reference)
) WITHOUT ROWID;
CREATE INDEX billing_notices_reference ON billing_notices (reference);
CREATE INDEX billing_notices_age ON billing_notices (noticed_at);

-- Work that is due: one row per kind and key, written in the transaction of the fact it follows, and deleted when done.
CREATE TABLE work (
  -- A name of functions/work.ts.
  kind TEXT NOT NULL,
  -- What the work is about: the key of the row that it reads.
  key TEXT NOT NULL,
  -- The order it belongs to, if any, and that order's cluster.
  order_id TEXT,
  cluster TEXT NOT NULL DEFAULT '',
  due_at INTEGER NOT NULL,
  -- Raised by every request for it, so that one made during a run is not lost.
  version INTEGER NOT NULL DEFAULT 1,
  -- Until then one worker runs it; the value is also that worker's token.
  leased_until INTEGER NOT NULL DEFAULT 0,
  -- Tries since the last success, when the first of them began, and why the last one failed.
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_since INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE INDEX work_due ON work (kind, due_at);
CREATE INDEX work_tried ON work (tried_since) WHERE tried_since IS NOT NULL;
CREATE INDEX work_order ON work (order_id) WHERE order_id IS NOT NULL;

-- Walks over all environments: a new revision of the chart, or new tokens. At most one is open.
CREATE TABLE fleet_runs (
  run_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('revision', 'tokens')),
  target TEXT NOT NULL,
  -- Environments of one cluster that may be begun and not done.
  at_once INTEGER NOT NULL CHECK (at_once > 0),
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'failed', 'stopped', 'done')),
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX fleet_runs_open ON fleet_runs ((1)) WHERE state IN ('running', 'paused', 'failed');
CREATE INDEX fleet_runs_age ON fleet_runs (created_at);
CREATE TABLE fleet_steps (
  run_id TEXT NOT NULL REFERENCES fleet_runs (run_id),
  order_id TEXT NOT NULL,
  subdomain TEXT NOT NULL,
  cluster TEXT NOT NULL,
  -- The order: by wave (one, a share, all), then by turn.
  wave INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'copying', 'begun', 'done', 'returning', 'returned', 'skipped')),
  -- The copy from before, once it is kept.
  snapshot TEXT,
  -- The revision to have, and the one to go back to; NULL for tokens.
  target TEXT,
  before TEXT,
  -- The last copy when this one was asked for, 0 for none: the clocks of a cluster and of this database differ. NULL until
  -- it is asked for.
  copied_before INTEGER,
  -- When the application was written, or the copy asked for, in this state.
  written_at INTEGER,
  -- Why it failed.
  reason TEXT,
  PRIMARY KEY (run_id, order_id)
);
CREATE INDEX fleet_steps_state ON fleet_steps (run_id, state, wave, turn);
CREATE INDEX fleet_steps_order ON fleet_steps (order_id);

-- Environments on their way to another cluster.
CREATE TABLE moves (
  order_id TEXT PRIMARY KEY,
  subdomain TEXT NOT NULL,
  from_cluster TEXT NOT NULL,
  to_cluster TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('copying', 'stopping', 'starting', 'clearing')),
  since INTEGER NOT NULL,
  -- The last copy when the one to move with was asked for; 0 for none.
  copied_before INTEGER NOT NULL,
  -- The copy to move with, once it is kept.
  snapshot TEXT
);

-- Mails, each sent once.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  template TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  -- Why the provider never accepts it: settled without being sent, until an operator asks for it again.
  refused TEXT
);
CREATE INDEX outbox_refused ON outbox (created_at) WHERE refused IS NOT NULL;
CREATE INDEX outbox_age ON outbox (sent_at) WHERE sent_at IS NOT NULL;
-- Finds mails by recipient and by environment.
CREATE INDEX outbox_person ON outbox (COALESCE(json_extract(payload, '$.to'), json_extract(payload, '$.email')));
CREATE INDEX outbox_tenant ON outbox (json_extract(payload, '$.subdominio'));

-- Event log for operators: append only, no personal data.
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  order_id TEXT,
  request_id TEXT,
  detail TEXT,
  -- The operator's name, as given with the command.
  operator TEXT,
  -- Who did it in the account: 'owner', or the id of a membership. NULL for operators and for what the product did itself.
  actor TEXT
);
CREATE INDEX events_order ON events (order_id, at);
CREATE INDEX events_age ON events (at);

-- Answers to repeated requests.
CREATE TABLE idempotency (
  route TEXT NOT NULL,
  subject TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of the canonical body without card data.
  fingerprint TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (route, subject, key)
);
CREATE INDEX idempotency_subject ON idempotency (subject);
CREATE INDEX idempotency_age ON idempotency (created_at);

-- Data exports per account and day.
CREATE TABLE data_copies (
  -- OIDC subject.
  subject TEXT NOT NULL,
  day TEXT NOT NULL,
  copies INTEGER NOT NULL,
  PRIMARY KEY (subject, day)
) WITHOUT ROWID;
CREATE INDEX data_copies_age ON data_copies (day);

-- Deletions that people requested.
CREATE TABLE deletions (
  -- OIDC subject.
  subject TEXT PRIMARY KEY,
  -- Address for the last mail; NULL once it was sent.
  email TEXT,
  requested_at INTEGER NOT NULL,
  -- Before this time only the renewal ends.
  deletable_at INTEGER NOT NULL,
  -- NULL while it is under way.
  done_at INTEGER
) WITHOUT ROWID;
CREATE INDEX deletions_age ON deletions (done_at) WHERE done_at IS NOT NULL;

-- Deleted accounts, as keyed hashes, until all of their tokens have expired.
CREATE TABLE deleted_accounts (
  account TEXT PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX deleted_accounts_age ON deleted_accounts (deleted_at);

-- Messages from the support form. Stored first and mailed by the outbox, so that none is lost while mail is down.
-- Addresses are stored and looked up in lower case.
CREATE TABLE support_messages (
  id TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  email TEXT NOT NULL,
  assunto TEXT NOT NULL,
  mensagem TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The account of a sender who was signed in, the environment that it works in and its plan then; NULL: without them.
  subject TEXT,
  order_id TEXT,
  plan TEXT CHECK (plan IN ('free', 'essential', 'pro', 'enterprise')),
  -- Until when a person has to answer first; NULL without a session.
  due_at INTEGER,
  answered_at INTEGER
);
CREATE INDEX support_messages_email ON support_messages (email);
CREATE INDEX support_messages_age ON support_messages (created_at);
CREATE INDEX support_messages_subject ON support_messages (subject, created_at) WHERE subject IS NOT NULL;
CREATE INDEX support_messages_open ON support_messages (due_at) WHERE due_at IS NOT NULL AND answered_at IS NULL;

-- The company's own sign-in of an environment: the mail domain, since when it is on, or NULL while its proof is awaited.
CREATE TABLE company_sign_ins (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  domain TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  on_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX company_sign_ins_domain ON company_sign_ins (domain) WHERE on_at IS NOT NULL;

-- The assisted start of each environment on the largest plan. A finished one is kept, so that a plan that goes down and up
-- asks for none again; one that was dropped because the plan went down begins anew.
CREATE TABLE onboardings (
  order_id TEXT PRIMARY KEY REFERENCES tenants (order_id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  -- Last day on which the team and the customer talk for the first time.
  due_on TEXT NOT NULL,
  ended_at INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'dropped')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
) WITHOUT ROWID;

-- Whether an article helped, one vote per key and page. Stores no person: the browser makes a random key for each page.
CREATE TABLE feedback (
  page TEXT NOT NULL,
  reader_key TEXT NOT NULL,
  helpful INTEGER NOT NULL CHECK (helpful IN (0, 1)),
  -- The reader's text without anything that may identify a person.
  text TEXT,
  day TEXT NOT NULL,
  PRIMARY KEY (page, reader_key)
) WITHOUT ROWID;
CREATE INDEX feedback_day ON feedback (day);

-- Whether each part of the service was up, by minute, as seen from outside; NULL: not looked at.
CREATE TABLE availability_minutes (
  -- Start of the minute.
  at INTEGER PRIMARY KEY,
  entry INTEGER CHECK (entry IN (0, 1)),
  environment INTEGER CHECK (environment IN (0, 1)),
  alerts INTEGER CHECK (alerts IN (0, 1))
);

-- The minutes of a day, summed; they stay when the minutes go.
CREATE TABLE availability_days (
  day TEXT NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('platform', 'entry', 'environment', 'alerts')),
  up INTEGER NOT NULL,
  down INTEGER NOT NULL,
  PRIMARY KEY (day, part)
) WITHOUT ROWID;

-- How long our own alert of each hour took, from the first failing check to the message at its provider.
CREATE TABLE availability_alerts (
  -- Start of the hour.
  hour INTEGER PRIMARY KEY,
  -- Milliseconds; NULL for one that was not told.
  took INTEGER
);

-- What operators tell of incidents, for everyone.
CREATE TABLE incidents (
  -- The operator's name for it.
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE INDEX incidents_started ON incidents (started_at);
CREATE TABLE incident_texts (
  slug TEXT NOT NULL REFERENCES incidents (slug),
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (slug, at)
) WITHOUT ROWID;

-- Whom the watch over our images asks: the database of advisories, and one row per image for its newest version.
CREATE TABLE image_sources (
  -- `advisories`, or an id of functions/images/watched.ts.
  source TEXT PRIMARY KEY,
  -- When it was first asked, and when it last gave a whole answer.
  asked_since INTEGER NOT NULL,
  answered_at INTEGER,
  -- What it was asked about then: another list is asked about at once.
  list TEXT,
  -- The newest version on the image's line.
  newest TEXT
) WITHOUT ROWID;

-- Advisories about what is in our images, as of the last answer about each package.
CREATE TABLE image_findings (
  image TEXT NOT NULL,
  package TEXT NOT NULL,
  version TEXT NOT NULL,
  advisory TEXT NOT NULL,
  -- Its ids in other databases, as JSON.
  aliases TEXT NOT NULL,
  severity TEXT NOT NULL,
  fixed_in TEXT,
  found_at INTEGER NOT NULL,
  PRIMARY KEY (image, package, version, advisory)
) WITHOUT ROWID;

-- Unknown paths that visitors requested, so that broken links are found. Stores path and count only, no visitor or
-- address.
CREATE TABLE missing_pages (
  day TEXT NOT NULL,
  path TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, path)
) WITHOUT ROWID;

-- Words that the search of the documentation did not find, so that articles can have them. Stores word and count only, no
-- reader or address; only words of several days are shown.
CREATE TABLE missing_words (
  day TEXT NOT NULL,
  word TEXT NOT NULL,
  times INTEGER NOT NULL,
  PRIMARY KEY (day, word)
) WITHOUT ROWID;

-- What a room shows of its tables to the others; nobody else reads the tables themselves (docs/architecture.md).

-- Of tenants: the environments.
CREATE VIEW environments AS
  SELECT order_id, subdomain, subject, plan, cycle, state, state_since, ends_on, version, created_at FROM tenants;
-- Of tenants: everyone who ever joined; `ended_at` NULL: still there.
CREATE VIEW members AS
  SELECT id, order_id, subject, email, name, joined_at, paused_at, ended_at FROM memberships;
-- Of orders: the sales.
CREATE VIEW sales AS
  SELECT id AS order_id, subject, subdomain, plan, cycle, amount_centavos, status, payment, customer_id, subscription_id,
    paid_at, cluster, chart_revision, created_at, closed_at, released_at FROM orders;
-- Of orders: a sale with its buyer, its acceptance and its progress.
CREATE VIEW order_rows AS
  SELECT o.id, o.subject, o.subdomain, o.plan, o.cycle, o.amount_centavos, o.status, o.payment, o.unclear_until,
    o.card_entry, o.payer, o.customer_id, o.subscription_id, o.payment_id, o.pay_url, o.first_due_on, o.paid_at, o.cluster,
    o.chart_revision, o.attempt, o.lease_until, o.reserved_until, o.chosen_at, o.created_at, o.closed_at, o.close_reason,
    o.given_back_centavos, o.released_at, b.email, b.email_proven, b.name, b.erased_at, a.terms_version, a.rules_version,
    r.group_id, COALESCE(r.synced, 0) AS synced, COALESCE(r.healthy, 0) AS healthy, COALESCE(r.ping_ok, 0) AS ping_ok,
    IIF(o.status = 'EM_ANDAMENTO' AND r.attempt = o.attempt, r.retrying_since, NULL) AS retrying_since,
    IIF(o.status <> 'CONCLUIDO' AND (r.attempt = o.attempt OR o.closed_at IS NOT NULL), r.failure_code, NULL) AS failure_code,
    MAX(o.run_at, COALESCE(r.touched_at, 0)) AS touched_at, MAX(o.updated_at, COALESCE(r.updated_at, 0)) AS updated_at
  FROM orders o LEFT JOIN buyers b ON b.order_id = o.id LEFT JOIN acceptances a ON a.id = o.id
    LEFT JOIN provisioning_runs r ON r.order_id = o.id;
-- Of orders: where mails about an order go.
CREATE VIEW addresses AS
  SELECT order_id, email, email_proven FROM buyers WHERE email IS NOT NULL AND erased_at IS NULL;
-- Of ledger.
CREATE VIEW recorded_charges AS
  SELECT payment_id, order_id, plan, state, confirmed_at, returned, amount_centavos, due_on FROM charges;
CREATE VIEW recorded_contracts AS SELECT id, order_id FROM contracts;
-- Of plan-change: environments whose plan is being changed.
CREATE VIEW changing_plans AS SELECT order_id FROM plan_changes WHERE settled_at IS NULL;
-- Of payments: events of the processor.
CREATE VIEW received_events AS SELECT payment_id, subscription_id, received_at, processed_at FROM webhook_events;
-- Of tenants: who may enter, by account, and the revision of that list.
CREATE VIEW admitted_lists AS
  SELECT t.order_id, COALESCE(a.revision, CAST(t.created_at / 1000 AS INTEGER)) AS revision,
    (SELECT json_group_array(subject) FROM (
      SELECT t.subject AS subject, 0 AS joined_at
      UNION ALL SELECT m.subject, m.joined_at FROM memberships m
        WHERE m.order_id = t.order_id AND m.ended_at IS NULL AND m.paused_at IS NULL
      ORDER BY joined_at)) AS accounts
  FROM tenants t LEFT JOIN admitted a ON a.order_id = t.order_id;
-- Of copies: the last restore of each environment.
CREATE VIEW asked_restores AS SELECT order_id, id, snapshot, done_at FROM restores;
-- Of fleet: environments that are stopped where they are, to move.
CREATE VIEW stopped_environments AS SELECT order_id FROM moves WHERE state = 'stopping';
-- Of alerts: monitors whose falls are known, since when and until when, and their falls.
CREATE VIEW told_monitors AS
  SELECT l.order_id, l.monitor_id, l.entered_at, IIF(l.state = 'outside', l.changed_at, NULL) AS left_at, r.news_at
  FROM alert_levels l JOIN alert_reporters r ON r.order_id = l.order_id;
CREATE VIEW told_falls AS SELECT order_id, monitor_id, since, until, is_folded FROM alert_falls;
-- Of fleet: environments whose version or tokens are being changed.
CREATE VIEW walked_environments AS
  SELECT order_id FROM fleet_steps WHERE state IN ('copying', 'begun', 'returning');
-- Of fleet: environments that move.
CREATE VIEW moving_environments AS SELECT order_id FROM moves;
