"""Pages to ask about, with questions that they answer and questions that they do not."""

from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_view import Selection
from tests.unit.content.pages import view

ARTICLE = """<title>How spiders weave | Gazette</title><nav><a href=/a>Shop</a> <a href=/b>About us</a></nav>
<main><h1>How spiders weave</h1><p>By Ada Brook, 12 March 2024</p>
<p>An orb web is a wheel of silk that a spider hangs in the air to catch insects. The garden spider builds a new one
every night and needs about 20 minutes for it. Before dawn she eats the old web, because silk is made of costly
protein.</p>
<h2>The spiral</h2><p>From the hub she lays 30 radii, then an auxiliary spiral, and at last the sticky spiral.
Each turn is measured with a leg; no turn touches its neighbour. The sticky drops were first described by Robert Hooke
in 1665, who looked at them in London.</p>
<h2>Enemies</h2><p>Wasps hunt spiders in summer. Dr. Mara Lind of the University of Uppsala counted 410 paralysed
spiders in a single nest.</p></main><footer>Copyright. Subscribe to our newsletter.</footer>"""

PRODUCT = """<title>Blue kettle - Loom Shop</title><main><h1>Blue kettle</h1>
<p class=price><span>€ 24.50</span></p><p>Boils a litre of water in three minutes.</p>
<p>"We love it." Ann Hale, Director, Teahouse</p>
<h2>Specifications</h2><table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Capacity</th><td>1.7 litres</td></tr>
<tr><th>Manufacturer</th><td>Weavers Ltd</td></tr><tr><th>Material</th><td>enamelled steel</td></tr></table>
<h2>Delivery</h2><table><tr><th>Country</th><th>Cost</th><th>Time</th></tr><tr><td>Germany</td><td>€ 3.90</td>
<td>2 days</td></tr><tr><td>France</td><td>€ 5.90</td><td>4 days</td></tr></table>
<h2>Questions</h2><h3>Can it go into the dishwasher?</h3><p>Please wash it by hand, the enamel gets dull otherwise.</p>
<h3>Similar kettles</h3><div class=row><div class=card><h4>Red kettle</h4><span class=price>€ 31.00</span></div>
<div class=card><h4>Green kettle</h4><span class=price>€ 28.00</span></div>
<div class=card><h4>Pan</h4><span class=price>€ 19.00</span></div></div></main>"""

RECIPE = """<title>Apple cake</title><main><h1>Apple cake</h1><p>A moist cake from Normandy.</p>
<ul><li><b>Serves:</b> 8</li><li><b>Prep time:</b> 25 minutes</li><li><b>Baking time:</b> 40 minutes</li></ul>
<h2>Ingredients</h2><ul><li>4 apples</li><li>200 g flour</li><li>3 eggs</li><li>120 g sugar</li></ul>
<h2>Method</h2><ol><li>Heat the oven to 180 °C.</li><li>Peel and slice the apples.</li>
<li>Beat the eggs with the sugar until they are pale.</li><li>Fold in the flour and bake.</li></ol></main>"""

CHINESE = """<html lang=zh><title>蓝色水壶</title><main><h1>蓝色水壶</h1><p>价格：198元</p><p>重量：1.2公斤</p>
<p>这款水壶是由织工公司在杭州制造的。三分钟可以烧开一升水。</p></main>"""  # noqa: RUF001

PRIZES = """<title>Weaving prizes</title><main><h1>Weaving prizes</h1>
<p>The prize is awarded every spring. Among the weavers, 48 have been women; the first to win was Mara Lind.</p>
<p>The sum of money is decided each year.[12] Loomfest, a concurrent fair for children, has its own jury.</p>
<h2>What to bring</h2><p>There are several tools available to help you weave a ribbon.</p>
<p>The ribbon is served with tea.</p>
<table><tr><th>Servings</th><td>8</td></tr><tr><th>Halls</th><td>3</td></tr></table>
<p>In the Jacquard hall there is a card reader.</p><p>MSRP $25.</p></main>"""

GUIDE = """<title>House plants - Larkfield | Fern guide</title><main><h1>House plants</h1>
<p>By Nora Blythe, 2 May 2025</p>
<h2>Peace lily</h2><h3>Care</h3><p>Water it weekly.</p><p>Pet safety: toxic to cats and dogs.</p>
<h2>Parlor palm</h2><h3>Care</h3><p>Water it monthly.</p><p>Pet safety: harmless.</p>
<h2>Figures</h2><div class=stat>51 % more buds</div><div>under a lamp that burns all night</div>
<p>Ferns are dangerous to books. They are a fire hazard because the dry leaves fall behind the shelves.</p>
<p>The Arum lamp is the newest one. This model only costs $124.99 in spring.</p>
<table><tr><th>Rank</th><th>Nursery</th><th>Average height</th></tr>
<tr><td>1</td><td>Dock Street Nursery</td><td>40 cm</td></tr>
<tr><td>2 (tie)</td><td>Bute Road Nursery</td><td>55 cm</td></tr></table>
<p>Put seeds into <code>trays/</code>: for seeds that need light.</p></main>
<footer><p>Toll free phone (800) 555-0175</p><p>Fax (800) 555-0199</p>
<p>Write to us: plants@larkfield.example</p></footer>"""

HOUSE = """<title>Mill Lane, Corbridge - Dale Homes</title><main><h1>Mill Lane, Corbridge</h1>
<p class=price>Guide price £310,000</p><p>2 bedrooms · 1 bathroom</p><p>Write to Ida Moss, homes@dale.example.</p>
<blockquote>They sold it in a week. <cite>Max Orr, CEO of Orr Ltd</cite></blockquote>
<h2>Similar homes</h2><div class=card><a href=/h2>Dene Road</a><p>£420,000</p><p>5 bedrooms</p><p>3 garages</p></div>
<div class=card><a href=/h3>Tyne View</a><p>£260,000</p><p>1 bedroom</p><p>Energy rating: 4.1</p></div></main>"""

SUPPER = """<title>Barley stew</title><main><h1>Barley stew</h1>
<p>In 1962 she cooked it for 200 people. Prep time: 10 minutes | Cook time: 50 minutes | Serves 4</p>
<h2>Ingredients</h2><h3>For the stew</h3><ul><li>200 g barley</li><li>2 carrots</li></ul>
<h3>To serve</h3><ul><li>1 lemon</li><li>2 tbsp oil</li></ul>
<h2>Options</h2><table><tr><th>Extra</th><th>Nuts</th></tr><tr><td>Topping</td><td>n/a</td></tr></table>
<h2>Comments</h2><div class=comment>It took me 3 hours and 400 g of barley!</div>
<pre>cook(stew, lid=5)</pre></main>"""

PAGES = {
    "guide": GUIDE, "article": ARTICLE, "product": PRODUCT, "recipe": RECIPE, "prizes": PRIZES, "chinese": CHINESE,
    "house": HOUSE, "supper": SUPPER,
}  # fmt: skip

# Page, question, and words that are in the answer.
ANSWERED = (
    ("article", "Who wrote the article?", "Ada Brook"),
    ("article", "What is an orb web?", "An orb web is a wheel of silk"),
    ("article", "How long does the garden spider need to build a web?", "20 minutes"),
    ("article", "How many radii does she lay?", "30 radii"),
    ("article", "Why does she eat the old web?", "costly"),
    ("article", "When were the sticky drops first described?", "1665"),
    ("article", "Who described the sticky drops?", "Robert Hooke"),
    ("article", "Where did Hooke look at the drops?", "London"),
    ("article", "How many spiders were counted in a single nest?", "410"),
    ("article", "What is silk made of?", "protein"),
    ("product", "What is the price?", "€ 24.50"),
    ("product", "How much does the blue kettle cost?", "€ 24.50"),
    ("product", "How heavy is the kettle?", "1.2 kg"),
    ("product", "What is the capacity?", "1.7 litres"),
    ("product", "Who is the manufacturer?", "Weavers Ltd"),
    ("product", "What is the kettle made of?", "enamelled steel"),
    ("product", "How much does delivery to France cost?", "€ 5.90"),
    ("product", "What is the delivery time to Germany?", "2 days"),
    ("product", "How much is the red kettle?", "€ 31.00"),
    ("product", "Can it go into the dishwasher?", "by hand"),
    ("recipe", "How many people does it serve?", "8"),
    ("recipe", "What is the baking time?", "40 minutes"),
    ("recipe", "List the ingredients", "4 apples\n200 g flour\n3 eggs\n120 g sugar"),
    ("recipe", "How many eggs do I need?", "3"),
    ("recipe", "How much sugar is needed?", "120 g sugar"),
    ("recipe", "How hot should the oven be?", "180 °C"),
    ("prizes", "What is Loomfest?", "a concurrent fair for children"),
    ("prizes", "What is the ribbon served with?", "tea"),
    ("prizes", "Which hall has a card reader?", "Jacquard"),
    ("prizes", "When is the prize awarded?", "every spring"),
    ("guide", "Are peace lilies toxic to cats?", "toxic to cats"),
    ("guide", "What email address do I write to to get started?", "plants@larkfield.example"),
    ("guide", "What is Larkfield's phone number?", "(800) 555-0175"),
    ("guide", "How much does the Arum lamp cost?", "$124.99"),
    ("guide", "What is the average height at Bute Road Nursery?", "55 cm"),
    ("guide", "Where do I put the seeds that need light?", "trays/"),
    ("house", "How many bedrooms?", "2"),
    ("house", "How much is Dene Road?", "£420,000"),
    ("supper", "How many people does it serve?", "4"),
    ("supper", "How long does it cook?", "50 minutes"),
    ("chinese", "价格是多少？", "198元"),  # noqa: RUF001
    ("chinese", "在哪里制造的？", "杭州"),  # noqa: RUF001
)
UNANSWERED = (
    ("guide", "What is the phone number of the zoo?"),
    ("guide", "How much does the parlor palm cost?"),
    ("guide", "What is the average height at Mill Lane Nursery?"),
    ("guide", "Is the parlor palm in stock?"),
    ("article", "Who invented the telephone?"),
    ("article", "How much does a spider cost?"),
    ("article", "When was the University of Uppsala founded?"),
    ("article", "How many eyes does a spider have?"),
    ("article", "Where do scorpions live?"),
    ("article", "What is the capital of France?"),
    ("article", "Who is the editor of the Gazette?"),
    ("article", "How long do tarantulas live?"),
    ("product", "What is the warranty?"),
    ("product", "Who designed the kettle?"),
    ("product", "When was the kettle released?"),
    ("product", "How much does delivery to Spain cost?"),
    ("product", "How much is the yellow kettle?"),
    ("product", "What is the voltage?"),
    ("product", "Where is the shop located?"),
    ("product", "How many reviews are there?"),
    ("product", "Which colours of toaster are there?"),
    ("recipe", "How many calories does a slice have?"),
    ("recipe", "Who is the author of the cookbook?"),
    ("recipe", "How much butter is needed?"),
    ("recipe", "When was the recipe published?"),
    ("recipe", "What wine goes with it?"),
    ("recipe", "How much does the cake cost?"),
    ("recipe", "Where can I buy the apples?"),
    ("prizes", "Who awards the prize?"),
    ("prizes", "How much money do weavers receive?"),
    ("prizes", "Which tools help you weave a ribbon?"),
    ("prizes", "What is the price?"),
    ("prizes", "Who founded Loomfest?"),
    ("product", "Who is the director of Loom Shop?"),
    ("house", "How many garages are there?"),
    ("house", "What is the energy rating?"),
    ("house", "Who is the CEO?"),
    ("house", "Where is the home?"),
    ("supper", "How many hours does it take?"),
    ("supper", "What is the default lid?"),
    ("supper", "Is there a nuts topping?"),
    ("chinese", "保修期多长？"),  # noqa: RUF001
    ("chinese", "谁设计了飞机？"),  # noqa: RUF001
)


def page(html: str) -> PageMaterial:
    """Return *html* as it is read when its main content is asked for."""
    return view(html, url="https://example.org/page").material(Selection())
