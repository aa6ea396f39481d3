// Tests of a lead, of its link and of its event, in JUnit.

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LeadTest {
  private static final String LEAD =
      "{\"organization\": \"producer\", \"preset\": \"checkedBox\", \"page\": {\"autoShare\": true}}";

  private World world;

  @BeforeEach
  void openWorld() throws Exception {
    world = new World();
  }

  @AfterEach
  void endWorld() throws Exception {
    world.close();
  }

  @Test
  void aLeadIsPaidOnceHoweverOftenItIsReceived() throws Exception {
    String shareUrl = World.text(world.control("POST", "/captures", LEAD), "shareUrl");
    assertEquals(200, world.receive(shareUrl).statusCode());
    assertEquals(200, world.receive(shareUrl).statusCode());
    assertTrue(world.control("GET", "/charges", "").contains("\"total\":1,"));
  }

  @Test
  void aLinkThatHasExpiredCostsNothing() throws Exception {
    String shareUrl = World.text(world.control("POST", "/captures", LEAD), "shareUrl");
    world.control("POST", "/clock/advance", "{\"days\": 31}");
    HttpResponse<String> reply = world.receive(shareUrl);
    assertEquals(410, reply.statusCode());
    assertEquals("GONE", World.text(reply.body(), "code"));
    assertTrue(world.control("GET", "/charges", "").contains("\"total\":0,"));
  }

  @Test
  void anEventIsSigned() throws Exception {
    world.control("POST", "/organizations/producer/sink", "{\"answer\": 200}");
    String env = world.control("GET", "/organizations/producer/env", "");
    String secret = World.text(env, "CONSENT_EVIDENCE_WEBHOOK_SECRET");
    world.control("POST", "/captures", LEAD);
    world.control("POST", "/clock/advance", "{}");
    String arrivals = world.control("GET", "/arrivals", "");
    String at = World.text(arrivals, "x-svc-timestamp");
    String signature = World.text(arrivals, "x-svc-signature");
    byte[] body = World.text(arrivals, "body").getBytes(StandardCharsets.UTF_8);
    assertTrue(World.isSigned(secret, at, signature, body));
    assertFalse(World.isSigned(secret, at, signature, "{}".getBytes(StandardCharsets.UTF_8)));
    assertFalse(World.isSigned("whsec_another", at, signature, body));
  }
}
